import { afterAll, expect, test } from "vitest";
import { startContractFixture } from "../../../contract/contractFixture.ts";
import { longTest } from "../../../support/longTest.ts";
import { createCodeServer, serverCode, startServerTest, waitForRunEnd } from "../../../support/servers/codeServer.ts";

const ann = { name: "Ann", email: "ann@example.org" };
const fixture = await startContractFixture({ team: { organizations: [], members: [ann], limits: {} } });
const server = await createCodeServer(fixture.client, serverCode("tools[1].run = () => new Promise(() => {});"));
afterAll(() => fixture.close());

const content = "- { name: waits, tool: drop }\n";
const order = { suite: { path: "fairlead.tests.yaml", content }, cases: ["case"] };

test("the time limit of a case is that of the run, or else that of the user's settings", async () => {
  await fixture.client.call("userSettings.update", { testTimeoutMs: 1500 });
  const asSet = await startServerTest(fixture.client, server.id, order);
  expect(asSet.cases).toMatchObject([{ status: "failed", message: "It did not end within 1.5 s." }]);
  const asAsked = await startServerTest(fixture.client, server.id, { ...order, timeoutMs: 1000 });
  expect(asAsked.cases).toMatchObject([{ status: "failed", message: "It did not end within 1 s." }]);
});

longTest("a server that never answers fails each check at the time limit", async () => {
  const { id } = await createCodeServer(fixture.client, serverCode("raw = () => true;"));
  const cases = ["protocol:discover", "protocol:ping"];
  const run = await startServerTest(fixture.client, id, { cases, timeoutMs: 1000 });
  expect(run).toMatchObject({
    ...{ status: "failed", cases: cases.map(() => ({ status: "failed", message: "It did not end within 1 s." })) },
  });
});

test("the user's time limit applies to a case of a skill", async () => {
  await fixture.client.call("userSettings.update", { testTimeoutMs: 1000 });
  const project = await fixture.client.call("projects.create", { name: "Skills" });
  const files = [
    { path: "SKILL.md", content: "---\nname: waiter\ndescription: Waits. Use it to wait.\n---\n\nWait.\n" },
    { path: "scripts/wait.mjs", content: "setInterval(() => {}, 1000);" },
    { path: "evals/scripts.json", content: JSON.stringify([{ name: "one", script: "scripts/wait.mjs" }]) },
  ];
  const skill = await fixture.client.call("skills.create", { projectId: project.id, files });
  const { id } = await fixture.client.call("skillTestRuns.start", { id: skill.id, cases: ["script"] });
  const ended = await waitForRunEnd(fixture.client, id, "skillTestRun.get");
  expect(ended.cases).toMatchObject([{ status: "failed", message: expect.stringMatching(/within 1(\.\d)? s/) }]);
});
