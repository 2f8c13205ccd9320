import { afterAll, describe, expect, test } from "vitest";
import type { TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { startContractFixture } from "../../../../contract/contractFixture.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../../support/servers/codeServer.ts";
import { deployVersion } from "../../../../support/servers/generateServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const fixture = await startContractFixture();
afterAll(() => fixture.close());

type Input = Parameters<typeof startServerTest>[2];

const own = "- name: adds\n  tool: add\n  arguments: { a: 1, b: 2 }\n  expect:\n    json: { $.sum: 3 }\n";
const correct = await createCodeServer(fixture.client, serverCode(), { "fairlead.tests.yaml": own });
const testCorrect = (input?: Input) => startServerTest(fixture.client, correct.id, input);

const caseOf = ({ cases }: TestRunDetail, id: string) => cases?.find((one) => one.id === id);
async function runTests(changes: string, input?: Input, environment = {}) {
  const { id } = await createCodeServer(fixture.client, serverCode(changes));
  await fixture.client.call("server.update", { id, environment });
  return startServerTest(fixture.client, id, input);
}

test("a correct server passes, and tools that may change something are not called", async () => {
  const run = await testCorrect();
  expect(run).toMatchObject({ status: "passed", partial: false, version: "0.1.0", deploymentId: null });
  expect(run.summary).toMatchObject({ failed: 0, errored: 0, skipped: 2 });
  expect(caseOf(run, "schema:add")?.output).toBeNull();
  expect(caseOf(run, "smoke:add")).toMatchObject({ status: "passed", kind: "smoke" });
  expect(caseOf(run, "smoke:drop")).toMatchObject({ status: "skipped", output: null });
  expect(caseOf(run, "contract:tools")).toMatchObject({ status: "skipped" });
});

describe("a server", () => {
  test("that does not start says why once, and its cases are not run", async () => {
    const { id } = await createCodeServer(fixture.client, `throw new Error("no luck");`);
    const run = await startServerTest(fixture.client, id);
    expect(run).toMatchObject({ status: "errored", statusDetail: expect.stringContaining("no luck") });
    expect(new Set(run.cases?.map(({ status, message }) => `${status}: ${message}`))).toEqual(
      new Set(["skipped: Not run."]),
    );
  });

  test.each([
    ["legacyOnly", "2026-07-28"],
    ["modernOnly", "2025-11-25"],
  ] as const)(
    "that is %s skips the checks of the other protocol version, with the reason",
    async (variant, unspoken) => {
      const { id } = await fixture.newServer(variant);
      const run = await startServerTest(fixture.client, id, { cases: ["protocol"] });
      const skipped = requireValue(run.cases).filter(({ status }) => status === "skipped");
      expect(skipped.length).toBeGreaterThan(0);
      for (const { message } of skipped) expect(message).toContain(`does not support ${unspoken}`);
    },
  );

  test("that responds with invalid JSON fails with the reason", async () => {
    const run = await runTests(`raw = (response) => response.end("<html>");`);
    expect(run.status).toBe("failed");
    expect(caseOf(run, "protocol:discover")).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/not JSON/),
    });
  });

  test("fails each check of the protocol that it violates, with the reason", async () => {
    const run = await runTests(`
      const page = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
      tools.push({ description: "nameless", inputSchema: schema });
      methods["tools/list"] = ({ _meta }) => _meta ? { ...page, tools: [], nextCursor: "on" } : { ...page, tools: listed() };
      methods["tools/call"] = () => ({ resultType: "complete", content: [] });
      raw = (response, method) => method.startsWith("fairlead") && response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }));`);
    expect(run.cases?.filter(({ status }) => status === "failed").map(({ id, message }) => [id, message])).toEqual([
      ["protocol:modern-tools", expect.stringMatching(/never end/)],
      ["protocol:legacy-tools", expect.stringMatching(/tools\.2\.name/)],
      ["protocol:unknown-method", expect.stringMatching(/did not reject/)],
      ["protocol:unknown-tool", expect.stringMatching(/without an error/)],
    ]);
  });

  // The one that exits is called before others, which need the restarted process.
  test("fails the cases of each tool that is at fault, with the reason, and no value of its environment is in a result", async () => {
    const code = `
      const add = (name, more) => tools.push({ ...tools[0], name, ...more });
      add("exits", { run: () => process.exit(9) });
      add("text", { inputSchema: { type: "string" } });
      add("nonsense", { outputSchema: undefined, inputSchema: { type: "object", properties: { a: { type: "nonsense" } } } });
      add("first", { inputSchema: { ...tools[0].inputSchema, $id: "one" } });
      add("second", { outputSchema: undefined, inputSchema: { type: "object", $id: "one", properties: { a: { type: "nonsense" } } } });
      add("twice"), add("twice");
      add("five", { run: () => ({ content: [], structuredContent: { sum: "five" } }) });
      add("throws", { run: () => { throw new Error("no database"); } });
      add("secret", { run: () => ({ content: [{ type: "text", text: process.env.TOKEN }] }) });
      add("odd name", { description: " ", annotations: {}, inputSchema: { type: "object", properties: { "a b": {} }, required: ["c"] } });`;
    const run = await runTests(code, {}, { TOKEN: "canary-0b9c1f4e" });
    const failed = run.cases?.filter(({ status }) => status === "failed") ?? [];
    expect(Object.fromEntries(failed.map(({ id, message }) => [id, message]))).toEqual({
      "schema:text": expect.stringMatching(/describe an object/),
      "schema:nonsense": expect.stringMatching(/cannot be used/),
      "schema:second": expect.stringMatching(/cannot be used/),
      "schema:twice": expect.stringMatching(/2 tools are called "twice"/),
      "smoke:exits": expect.stringMatching(/exited with code 9/),
      "smoke:five": expect.stringMatching(/sum/),
      "smoke:throws": expect.stringMatching(/failed/),
      "smoke:secret": expect.any(String),
    });
    expect(JSON.stringify(run)).not.toContain("canary");
    const { status, output } = requireValue(caseOf(run, "schema:odd name"));
    expect([status, output?.split("\n")]).toEqual([
      "passed",
      [
        expect.stringContaining("reject its name"),
        expect.stringContaining("no description"),
        expect.stringContaining('"a b"'),
        expect.stringContaining('does not describe: "c"'),
      ],
    ]);
  });
});

describe("the cases of a file", () => {
  test("are read from the version unless another file is sent, and have their locations", async () => {
    expect(await testCorrect({ cases: ["case:adds"] })).toMatchObject({ status: "passed", summary: { total: 1 } });
    const suite = { path: "other.yaml", content: own.replace("sum: 3", "sum: 4") };
    expect(await testCorrect({ cases: ["case"], suite })).toMatchObject({
      ...{ status: "failed", partial: true, summary: { total: 1 } },
      cases: [{ expected: "4", actual: "3", location: { path: "other.yaml", line: 1 } }],
    });
  });

  test("that cannot be read are reported, and the others run", async () => {
    const content = "- name: adds\n  tool: add\n  arguments: { a: 1, b: 2 }\n- name: nothing\n";
    const run = await testCorrect({ suite: { path: "t.yaml", content }, cases: ["case"] });
    expect(run.status).toBe("errored");
    expect(caseOf(run, "case:file")).toMatchObject({ status: "errored", message: expect.stringMatching(/^t\.yaml:4/) });
    expect(caseOf(run, "case:adds")).toMatchObject({ status: "passed" });
  });

  test("can be 150 in one run, and are reported as they end", async () => {
    const cases = Array.from({ length: 150 }, (_, n) => {
      return { name: `adds ${n}`, tool: "add", arguments: { a: n, b: 1 }, expect: { text: String(n + 1) } };
    });
    const run = await testCorrect({ suite: { path: "t.json", content: JSON.stringify(cases) }, cases: ["case"] });
    expect(run).toMatchObject({ status: "passed", summary: { total: 150, passed: 150 } });
    const last = await fixture.client.call("serverTestRun.get", { id: run.id, since: run.revision });
    expect(last.cases).toEqual([]);
    const late = await fixture.client.call("serverTestRun.get", { id: run.id, since: requireValue(run.revision) - 2 });
    expect(late.cases?.length).toBeLessThan(150);
  });
});

test("a run tests the live deployment when it has the same version, and leaves it running", async () => {
  const server = await createCodeServer(fixture.client, serverCode());
  const live = await deployVersion(fixture.client, server.id);
  expect(await startServerTest(fixture.client, server.id)).toMatchObject({ status: "passed", deploymentId: live.id });
  expect(await fixture.client.call("deployment.get", { id: live.id })).toMatchObject({ status: "running" });
  expect((await fixture.client.call("deployments.list", { serverId: server.id })).items).toHaveLength(1);
});

test("a run tests the preview of its version, and a process of its own where variables changed since", async () => {
  const server = await createCodeServer(fixture.client, serverCode());
  const preview = await deployVersion(fixture.client, server.id, { preview: true });
  expect(await startServerTest(fixture.client, server.id)).toMatchObject({
    ...{ status: "passed", deploymentId: preview.id },
  });
  await fixture.client.call("server.update", { id: server.id, environment: { TOKEN: "new" } });
  expect(await startServerTest(fixture.client, server.id)).toMatchObject({ status: "passed", deploymentId: null });
  expect(await fixture.client.call("deployment.get", { id: preview.id })).toMatchObject({ status: "running" });
});
