import { afterAll, describe, expect, test } from "vitest";
import type { TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { deployTestServer, startContractFixture } from "../../../../contract/contractFixture.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../../support/servers/codeServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const fixture = await startContractFixture();
afterAll(() => fixture.close());

const caseOf = ({ cases }: TestRunDetail, id: string) => cases?.find((one) => one.id === id);
const runTests = async (changes: string, input: Parameters<typeof startServerTest>[2] = {}) => {
  const { id } = await createCodeServer(fixture.client, serverCode(changes));
  return startServerTest(fixture.client, id, input);
};

test("a correct server passes, and tools that may change something are not called", async () => {
  const run = await runTests("");
  expect(run).toMatchObject({ status: "passed", partial: false, version: "0.1.0", deploymentId: null });
  expect(run.summary).toMatchObject({ failed: 0, errored: 0, skipped: 2 });
  expect(caseOf(run, "smoke:add")).toMatchObject({ status: "passed", kind: "smoke" });
  expect(caseOf(run, "smoke:drop")).toMatchObject({ status: "skipped", output: null });
  expect(caseOf(run, "contract:tools")).toMatchObject({ status: "skipped" });
});

describe("a server", () => {
  test.each([
    ["responds with invalid JSON", `raw = (response) => response.end("<html>");`, "protocol:discover", /not JSON/],
    [
      "returns endless pages",
      `methods["tools/list"] = () => ({ resultType: "complete", tools: [], nextCursor: "on", ttlMs: 0, cacheScope: "private" });`,
      "protocol:modern-tools",
      /never end/,
    ],
    [
      "lists an invalid tool",
      `tools.push({ description: "nameless", inputSchema: schema });`,
      "protocol:legacy-tools",
      /tools\.2\.name/,
    ],
    [
      "accepts an unknown tool",
      `methods["tools/call"] = () => ({ resultType: "complete", content: [] });`,
      "protocol:unknown-tool",
      /without an error/,
    ],
    [
      "accepts an unknown method",
      `raw = (response, method) => method.startsWith("fairlead") && response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }));`,
      "protocol:unknown-method",
      /did not reject/,
    ],
    [
      "has a schema that is not an object",
      `tools[0].inputSchema = { type: "string" };`,
      "schema:add",
      /describe an object/,
    ],
    [
      "has an invalid schema",
      `tools[0].inputSchema.properties.a = { type: "nonsense" };`,
      "schema:add",
      /cannot be used/,
    ],
    [
      "has an invalid schema with the id of another schema",
      `tools[0].inputSchema.$id = "one"; tools[1].inputSchema = { type: "object", $id: "one", properties: { a: { type: "nonsense" } } };`,
      "schema:drop",
      /cannot be used/,
    ],
    ["has two tools with the same name", `tools.push({ ...tools[0] });`, "schema:add", /2 tools are called "add"/],
    [
      "violates its own output schema",
      `tools[0].run = () => ({ content: [], structuredContent: { sum: "five" } });`,
      "smoke:add",
      /sum/,
    ],
    ["fails when it is called", `tools[0].run = () => { throw new Error("no database"); };`, "smoke:add", /failed/],
    ["exits when it is called", `tools[0].run = () => process.exit(9);`, "smoke:add", /exited with code 9/],
  ])("that %s fails with the reason", async (_, changes, id, message) => {
    const run = await runTests(changes);
    expect(run.status).toBe("failed");
    expect(caseOf(run, id)).toMatchObject({ status: "failed", message: expect.stringMatching(message) });
  });

  test("that exits is restarted for the next case", async () => {
    const cases =
      "- { name: ends, tool: drop }\n- { name: adds, tool: add, arguments: { a: 1, b: 1 }, expect: { text: '2' } }\n";
    const suite = { path: "fairlead.tests.yaml", content: cases };
    const run = await runTests("tools[1].run = () => process.exit(9);", { suite, cases: ["case"] });
    expect(run.cases?.map(({ id, status }) => [id, status])).toEqual([
      ["case:ends", "failed"],
      ["case:adds", "passed"],
    ]);
  });

  test("that never answers fails the case when its time is over", async () => {
    const suite = { path: "fairlead.tests.yaml", content: "- { name: waits, tool: drop }\n" };
    const run = await runTests("tools[1].run = () => new Promise(() => {});", {
      suite,
      cases: ["case"],
      timeoutMs: 1000,
    });
    expect(caseOf(run, "case:waits")).toMatchObject({ status: "failed", message: "It did not end within 1 s." });
  });
});

test("problems in a valid tool's description are reported as output and do not fail the case", async () => {
  const toolCode = `tools.push({ name: "odd name", description: " ", inputSchema: { type: "object", properties: { "a b": {} }, required: ["c"] }, run: () => ({ content: [] }) });`;
  const run = await runTests(toolCode, { cases: ["schema"] });
  expect(run).toMatchObject({ status: "passed", summary: { passed: 3 } });
  expect(caseOf(run, "schema:add")?.output).toBeNull();
  expect(caseOf(run, "schema:odd name")?.output?.split("\n")).toEqual([
    expect.stringContaining("reject its name"),
    expect.stringContaining("no description"),
    expect.stringContaining('"a b"'),
    expect.stringContaining('does not describe: "c"'),
  ]);
});

describe("the cases of a file", () => {
  const file = "- name: adds\n  tool: add\n  arguments: { a: 1, b: 2 }\n  expect:\n    json: { $.sum: 4 }\n";

  test("are read from the version unless another file is sent, and have their locations", async () => {
    const { id } = await createCodeServer(fixture.client, serverCode(), { "fairlead.tests.yaml": file });
    const own = await startServerTest(fixture.client, id, { cases: ["case"] });
    expect(own).toMatchObject({ status: "failed", partial: true, summary: { total: 1 } });
    expect(own.cases?.[0]).toMatchObject({
      expected: "4",
      actual: "3",
      location: { path: "fairlead.tests.yaml", line: 1 },
    });
    const suite = { path: "other.yaml", content: file.replace("sum: 4", "sum: 3") };
    expect(await startServerTest(fixture.client, id, { cases: ["case:adds"], suite })).toMatchObject({
      status: "passed",
    });
  });

  test("that cannot be read are reported, and the others run", async () => {
    const content = "- name: adds\n  tool: add\n  arguments: { a: 1, b: 2 }\n- name: nothing\n";
    const run = await runTests("", { suite: { path: "t.yaml", content }, cases: ["case"] });
    expect(run.status).toBe("errored");
    expect(caseOf(run, "case:file")).toMatchObject({ status: "errored", message: expect.stringMatching(/^t\.yaml:4/) });
    expect(caseOf(run, "case:adds")).toMatchObject({ status: "passed" });
  });

  test("can be 150 in one run, and are reported as they end", async () => {
    const content = JSON.stringify(
      Array.from({ length: 150 }, (_, n) => ({
        name: `adds ${n}`,
        tool: "add",
        arguments: { a: n, b: 1 },
        expect: { text: String(n + 1) },
      })),
    );
    const run = await runTests("", { suite: { path: "t.json", content }, cases: ["case"] });
    expect(run).toMatchObject({ status: "passed", summary: { total: 150, passed: 150 } });
    const last = await fixture.client.call("serverTestRun.get", { id: run.id, since: run.revision });
    expect(last.cases).toEqual([]);
    const late = await fixture.client.call("serverTestRun.get", { id: run.id, since: requireValue(run.revision) - 2 });
    expect(late.cases?.length).toBeLessThan(150);
  });
});

test("a run tests the live deployment when it has the same version, and leaves it running", async () => {
  const server = await createCodeServer(fixture.client, serverCode());
  const live = await deployTestServer(fixture.client, server.id);
  expect(await startServerTest(fixture.client, server.id)).toMatchObject({ status: "passed", deploymentId: live.id });
  expect(await fixture.client.call("deployment.get", { id: live.id })).toMatchObject({ status: "running" });
  expect((await fixture.client.call("deployments.list", { serverId: server.id })).items).toHaveLength(1);
});

test("values of the environment are in no result", async () => {
  const canary = "canary-0b9c1f4e";
  const server = await createCodeServer(
    fixture.client,
    serverCode("tools[0].run = () => ({ content: [{ type: 'text', text: process.env.TOKEN }] });"),
  );
  await fixture.client.call("server.update", { id: server.id, environment: { TOKEN: canary } });
  const run = await startServerTest(fixture.client, server.id);
  expect(caseOf(run, "smoke:add")).toMatchObject({ status: "failed" });
  expect(JSON.stringify(run)).not.toContain(canary);
});
