import { serverCode } from "../servers/codeServer.ts";

/**
 * The code of a server of both eras with the Tasks extension (SEP-2663). Its tool `job` creates a task that has the `states` of its
 * arguments: each `tasks/get` returns the next one, the last one stays, and one that requires input stays until `tasks/update`. The
 * tool `log` returns the messages about tasks that the server received. `created` of the arguments replaces what the call returns.
 */
export function taskServerCode(changes = ""): string {
  return serverCode(`
    const extension = "io.modelcontextprotocol/tasks";
    capabilities.extensions = { [extension]: {} };
    const jobs = new Map();
    const log = [];
    const times = { createdAt: "2026-11-29T10:00:00Z", lastUpdatedAt: "2026-11-29T10:00:00Z" };
    const requireJob = (taskId) => {
      if (!jobs.has(taskId)) throw Object.assign(new Error("Task not found"), { code: -32602 });
      return jobs.get(taskId);
    };
    tools.length = 0;
    tools.push(
      { name: "job", inputSchema: schema, annotations: { readOnlyHint: true }, outputSchema: schema, run: ({ states = [], created }) => {
        const taskId = "task" + (jobs.size + 1);
        jobs.set(taskId, { states: [...states], ttlMs: null, pollIntervalMs: 1500 });
        return created ?? { resultType: "task", taskId, status: "working", ...times, ttlMs: null, pollIntervalMs: 1500 };
      } },
      { name: "log", inputSchema: schema, annotations: { readOnlyHint: true }, run: () => ({ content: [{ type: "text", text: JSON.stringify(log) }] }) },
    );
    methods["tasks/get"] = ({ taskId }) => {
      log.push("get " + taskId);
      const { states, ...others } = requireJob(taskId);
      const [state] = states;
      if (states.length > 1 && state.status !== "input_required") states.shift();
      return { resultType: "complete", taskId, ...times, ...others, ...state };
    };
    methods["tasks/update"] = ({ taskId, inputResponses }) => {
      log.push("update " + taskId + " " + JSON.stringify(inputResponses));
      requireJob(taskId).states.shift();
      return { resultType: "complete" };
    };
    methods["tasks/cancel"] = ({ taskId }) => {
      log.push("cancel " + taskId);
      requireJob(taskId).states = [{ status: "cancelled" }];
      return { resultType: "complete" };
    };
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const run = methods[method];
      methods[method] = (params) => {
        const declared = params._meta?.["io.modelcontextprotocol/clientCapabilities"];
        if (declared && !declared.extensions?.[extension]) throw Object.assign(new Error("The client has no tasks"), { code: -32021 });
        return run(params);
      };
    }
    ${changes}
  `);
}

/** The state of a task that has ended with a text. */
export const completedState = (text: string) => {
  return { status: "completed", result: { content: [{ type: "text", text }] } } as const;
};

/** The state of a task that asks for a name. */
export const askingState = (key: string) => {
  const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
  const params = { mode: "form", message: "Who?", requestedSchema };
  return { status: "input_required", inputRequests: { [key]: { method: "elicitation/create", params } } } as const;
};
