import { expect, test } from "vitest";
import type { TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { processesNaming } from "../../../../host/processes.ts";
import { waitForRunEnd } from "../../../../support/servers/codeServer.ts";
import { addTinyVersion, createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import {
  type ModelStubRequest,
  type ModelStubResponse,
  startModelStub,
} from "../../../../support/services/modelStub.ts";

const served = await useServedService();

/** Calls the tool once, and answers with what it returned. */
function callEcho(request: ModelStubRequest): ModelStubResponse {
  const last = request.messages.at(-1);
  if (last?.role === "tool") return { content: String(last.content) };
  return { tools: [{ name: "echo", arguments: { text: "from the task" } }] };
}

let count = 0;

async function runEvals(
  evals: readonly object[],
  metadata = "",
): Promise<TestRunDetail & { readonly stubbed: number }> {
  const stub = await startModelStub(callEcho);
  count += 1;
  const content = `---\nname: uses-server-${count}\ndescription: Uses a server.\n${metadata}---\n\nCall echo.\n`;
  const file = (path: string, text: string) => ({ path, encoding: "utf8" as const, content: text });
  const files = [file("SKILL.md", content), file("evals/evals.json", JSON.stringify({ evals }))];
  const skill = await served.api.call("skills.create", { projectId: served.project.id, files });
  const model = { baseUrl: stub.baseUrl, name: "small" };
  const { id } = await served.api.call("skillTestRuns.start", { id: skill.id, files, cases: ["eval"], model });
  const run = await waitForRunEnd(served.api, id, "skillTestRun.get");
  expect(stub.problems).toEqual([]);
  return { ...run, stubbed: stub.calls() };
}

const task = { id: "echoes", prompt: "Echo.", checks: [{ contains: '"mcp-name":"echo"' }] };

test("an eval calls the tools of exactly the version that it names, which ends with the run", async () => {
  const server = await createTinyServer(served, "tiny", "healthy");
  const first = server.latestVersion;
  const newer = await addTinyVersion(served, server, "sessions");
  expect(newer.latestVersion).not.toBe(first);
  const checks = [...task.checks, { contains: '"label":"healthy"' }];
  const run = await runEvals([{ ...task, checks, server: `tiny@${first}` }]);
  expect(run.cases).toMatchObject([{ status: "passed" }]);
  // Twice with the skill and twice without it: what differs is the skill alone.
  expect(run.stubbed).toBe(4);
  expect(run.cases?.[0]?.output).toMatch(/"pid":\d+/);
  // Its folder is named after the run. The system removes an ended process a moment later.
  await expect.poll(() => processesNaming(run.id)).toEqual([]);
});

test("metadata names the server of all evals, and one that is not there is named", async () => {
  const server = await createTinyServer(served, "named", "healthy");
  const metadata = `metadata:\n  fairlead-server: named@${server.latestVersion}\n`;
  const run = await runEvals([task, { ...task, id: "gone", server: "gone@1.0.0" }], metadata);
  expect(run.cases).toMatchObject([
    { status: "passed" },
    {
      status: "errored",
      message: 'The project of the skill has no server "gone", which the case uses. Deploy it there.',
    },
  ]);
  const other = await runEvals([{ ...task, server: "named@9.9.9" }]);
  expect(other.cases?.[0]?.message).toContain("has no version 9.9.9");
});

test.each(["exact@0.1.0\\n", " exact@0.1.0", "exact"])(
  "metadata that is no exact reference starts nothing: %j",
  async (reference) => {
    const server = await createTinyServer(served, "exact", "healthy");
    expect(server.latestVersion).toBe("0.1.0");
    const run = await runEvals([task], `metadata:\n  fairlead-server: "${reference}"\n`);
    expect(run.cases).toMatchObject([
      {
        status: "errored",
        message: expect.stringContaining("names no version of a server. Write it like pets@1.2.0."),
      },
    ]);
  },
);

test("a server that does not start fails the cases that use it with its output", async () => {
  const server = await createTinyServer(served, "broken", "exitsAtOnce");
  const run = await runEvals([{ ...task, server: `broken@${server.latestVersion}` }]);
  expect(run.cases).toMatchObject([{ status: "errored" }]);
  expect(run.cases?.[0]?.message).toContain("the database is locked");
});
