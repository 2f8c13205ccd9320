import {
  type CallToolResult,
  type Client,
  isCallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type Transport,
} from "@modelcontextprotocol/client";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { endSentence } from "../../text/language/endSentence.ts";
import { McpError } from "./createMcpError.ts";
import type { McpConnection, McpTask, McpTaskInput } from "./mcpConnection.ts";
import { readElicitation } from "./readElicitation.ts";

/** The Tasks extension (SEP-2663): a server may answer a call with a task, whose result the client fetches later. */
const tasksExtension = "io.modelcontextprotocol/tasks";
export const tasksCapability = { [tasksExtension]: {} };

/** A timer cannot wait longer than 24 days, and a server must not be asked without a pause. */
const pollLimits = { leastMs: 1000, usualMs: 5000, mostMs: 3_600_000 } as const;
const mostInputs = 20;

const shape = {
  taskId: z.string().min(1).max(2000),
  statusMessage: z.string().optional(),
  ttlMs: z.number().nullish(),
  pollIntervalMs: z.number().optional(),
};
const createdSchema = z.object({
  ...shape,
  status: z.enum(["working", "input_required", "completed", "failed", "cancelled"]),
});
const taskSchema = z.discriminatedUnion("status", [
  z.object({ ...shape, status: z.enum(["working", "cancelled"]) }),
  z.object({
    ...shape,
    status: z.literal("input_required"),
    inputRequests: z.record(z.string(), z.object({ method: z.string(), params: z.unknown().optional() })),
  }),
  z.object({ ...shape, status: z.literal("completed"), result: z.custom<CallToolResult>(isCallToolResult) }),
  z.object({ ...shape, status: z.literal("failed"), error: z.object({ message: z.string() }) }),
]);
type TaskState = z.output<typeof taskSchema>;
const acknowledgementSchema = z.looseObject({});

const hasTasks = (client: Client) => client.getServerCapabilities()?.extensions?.[tasksExtension] !== undefined;

const createdTaskKey = "fairlead/createdTask";

/** The SDK refuses a result that is a task, so the result passes in the place of another one. Only of a server that has the extension. */
export function acceptTasks(client: Client, transport: Pick<Transport, "onmessage">): void {
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!("result" in message) || message.result.resultType !== "task" || !hasTasks(client))
      return receive?.(message, extra);
    // The output of a tool that reports an error is not compared with its schema.
    const result = { resultType: "complete", content: [], isError: true, _meta: { [createdTaskKey]: message.result } };
    receive?.({ ...message, result }, extra);
  };
}

/** The task that a server returned in place of a result. */
export function readCreatedTask({ _meta }: CallToolResult): McpTask | undefined {
  const created = _meta?.[createdTaskKey];
  if (created === undefined) return undefined;
  const task = createdSchema.safeParse(created).data;
  if (!task) throw createInvalidTaskError();
  return { ...readCommon(task), status: task.status, inputs: [] };
}

type Attempt = <T>(signal: AbortSignal, work: (options: RequestOptions) => Promise<T>) => Promise<T>;

export function createTaskCalls(
  client: Client,
  attempt: Attempt,
): Pick<McpConnection, "getTask" | "answerTask" | "cancelTask"> {
  const send = async <T>(
    method: string,
    params: { readonly taskId: string },
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) =>
    attempt(signal, async (options) => {
      if (!hasTasks(client))
        throw new McpError(l10n.t("The server does not support tasks any more. Call the tool again."), {
          isTaskLost: true,
        });
      return client.request({ method, params: { ...params } }, schema, options).catch(throwTaskError);
    });
  return {
    getTask: async (taskId, signal) => {
      const task = await send("tasks/get", { taskId }, taskSchema, signal);
      // A task of somebody else is not shown as this one.
      if (task.taskId !== taskId) throw createInvalidTaskError();
      return readTask(task);
    },
    answerTask: async (taskId, answers, signal) => {
      const params = { taskId, inputResponses: { ...answers } };
      await send("tasks/update", params, acknowledgementSchema, signal);
    },
    cancelTask: async (taskId, signal) => void (await send("tasks/cancel", { taskId }, acknowledgementSchema, signal)),
  };
}

/** These codes say that the server cannot continue with the task; another failure may pass. */
const lostCodes: readonly number[] = [
  ProtocolErrorCode.InvalidParams,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.MissingRequiredClientCapability,
];

function throwTaskError(error: unknown): never {
  if (error instanceof ProtocolError && lostCodes.includes(error.code))
    throw new McpError(l10n.t`The server no longer has this task: ${endSentence(error.message)} Call the tool again.`, {
      cause: error,
      isTaskLost: true,
    });
  const isInvalid =
    error instanceof SdkError &&
    (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType);
  throw isInvalid ? createInvalidTaskError(error) : error;
}

const createInvalidTaskError = (cause?: unknown) =>
  new McpError(l10n.t("The server sent a task that is not valid. Check the server's log, then call the tool again."), {
    cause,
    isTaskLost: true,
  });

function readTask(task: TaskState): McpTask {
  const common = { ...readCommon(task), inputs: [] };
  switch (task.status) {
    case "input_required":
      return { ...common, status: task.status, inputs: readInputs(task.inputRequests) };
    case "completed":
      return { ...common, status: task.status, result: task.result };
    case "failed":
      return { ...common, status: task.status, error: task.error.message };
    default:
      return { ...common, status: task.status };
  }
}

function readCommon({ taskId, statusMessage, ttlMs, pollIntervalMs }: z.output<typeof createdSchema> | TaskState) {
  const { leastMs, usualMs, mostMs } = pollLimits;
  return {
    id: taskId,
    pollMs: Math.min(mostMs, Math.max(leastMs, pollIntervalMs ?? usualMs)),
    ...(statusMessage && { message: statusMessage }),
    ...(typeof ttlMs === "number" && { ttlMs }),
  };
}

function readInputs(requests: Extract<TaskState, { status: "input_required" }>["inputRequests"]): McpTaskInput[] {
  return Object.entries(requests)
    .slice(0, mostInputs)
    .map(([key, { method, params }]) => {
      const asked = method === "elicitation/create" ? readElicitation(params) : undefined;
      if (asked) return { key, ...asked };
      throw new McpError(
        l10n.t`The task does not go on: the server asks for ${method}, which Fairlead cannot answer. Ask the server's owner.`,
        { isTaskLost: true },
      );
    });
}
