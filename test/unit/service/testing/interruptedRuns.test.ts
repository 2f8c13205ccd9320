import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import type { TestRunDetail } from "../../../../src/contract/testRuns.ts";
import { type ContractFixture, startContractFixture } from "../../../contract/contractFixture.ts";
import { processesNaming } from "../../../host/processes.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { longTest } from "../../../support/longTest.ts";
import { pollUntil } from "../../../support/pollUntil.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../support/servers/codeServer.ts";
import { runsProcesses } from "../../../support/service/servedService.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

const caseOf = ({ cases }: TestRunDetail, id: string) => cases?.find((one) => one.id === id);

async function start(options: Parameters<typeof startContractFixture>[0] = {}) {
  const fixture = await startContractFixture({ ...runsProcesses, ...options });
  let open = true;
  const close = async () => {
    if (open) await fixture.close();
    open = false;
  };
  onTestFinished(close);
  return { ...fixture, close };
}

/** Starts a run whose second case never ends. */
async function startWaitingRun({ client }: Pick<ContractFixture, "client">) {
  const { id } = await createCodeServer(client, serverCode("tools[1].run = () => new Promise(() => {});"));
  const content = "- { name: first, tool: add }\n- { name: waits, tool: drop }\n- { name: last, tool: add }\n";
  const suite = { path: "fairlead.tests.yaml", content };
  const started = await client.call("serverTestRuns.start", { id, suite, cases: ["case"], timeoutMs: 600_000 });
  const run = await pollUntil(
    () => client.call("serverTestRun.get", { id: started.id }),
    (found) => caseOf(found, "case:waits")?.status === "running",
  );
  return { serverId: id, run };
}

/** Lists the folders of server files. */
function listServerFolders(dataDir: string): string[] {
  const folder = join(dataDir, "deployments");
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** The processes of a data folder's servers. A confined server does not know its own number among them. */
const listServerProcesses = (dataDir: string) => processesNaming(join(dataDir, "deployments"));

test("a service that stops ends its runs with the reason and removes their processes and folders", async () => {
  const dataDir = createTemporaryFolder();
  const first = await start({ dataDir });
  const { run } = await startWaitingRun(first);
  const waiting = await first.client.call("serverTestRuns.start", { id: run.serverId ?? "", cases: ["protocol"] });
  expect(listServerProcesses(dataDir)).not.toEqual([]);
  expect(waiting.status).toBe("queued");
  await first.close();
  expect(listServerProcesses(dataDir)).toEqual([]);
  expect(listServerFolders(dataDir)).toEqual([]);

  const { client } = await start({ dataDir });
  const ended = await client.call("serverTestRun.get", { id: run.id });
  expect(ended).toMatchObject({
    status: "errored",
    statusDetail: "The service was stopped during this run. Run it again.",
    summary: { total: 3, passed: 1, errored: 1, skipped: 1 },
  });
  expect(ended.cases?.map(({ status }) => status)).toEqual(["passed", "errored", "skipped"]);
  const queued = await client.call("serverTestRun.get", { id: waiting.id });
  expect(queued).toMatchObject({ status: "errored", startedAt: null });
  expect(new Set(queued.cases?.map(({ status }) => status))).toEqual(new Set(["skipped"]));
});

longTest("a service that is killed leaves no process, and the next start ends its runs", async () => {
  const dataDir = createTemporaryFolder();
  const killed = closeAfterTest(await startServiceProcess(["--data", dataDir]));
  const { url = "", key } = killed.hello ?? {};
  const user = createServiceClient({ baseUrl: url, key: async () => key });
  const { run } = await startWaitingRun({ client: user });
  await user.close();
  await killed.close();
  await expect.poll(() => listServerProcesses(dataDir)).toEqual([]);

  const { client } = await start({ dataDir });
  const ended = await client.call("serverTestRun.get", { id: run.id, since: run.revision });
  expect(ended).toMatchObject({ status: "errored", summary: { total: 3, passed: 1, errored: 1, skipped: 1 } });
  expect(ended.cases?.map(({ id, status, message }) => [id, status, message])).toEqual([
    ["case:waits", "errored", "The service was stopped during this run. Run it again."],
    ["case:last", "skipped", "The service was stopped during this run. Run it again."],
  ]);
  expect(listServerFolders(dataDir)).toEqual([]);
});

longTest("a response that is too large fails with the limit, and the next case runs", async () => {
  const { client } = await start();
  const huge = `tools[1].run = () => ({ content: [{ type: "text", text: "x".repeat(40_000_000) }] });
tools[0].run = () => ({ content: [{ type: "text", text: "y".repeat(300_000) }] });`;
  const { id } = await createCodeServer(client, serverCode(huge));
  const content = "- { name: huge, tool: drop }\n- { name: large, tool: add, expect: { text: small } }\n";
  const run = await startServerTest(client, id, { suite: { path: "t.yaml", content }, cases: ["case"] });
  expect(caseOf(run, "case:huge")).toMatchObject({
    status: "failed",
    message: expect.stringContaining("larger than 33554432 bytes"),
  });
  const large = caseOf(run, "case:large");
  expect(large?.status).toBe("failed");
  expect(large?.actual).toMatch(/\d+ characters omitted/);
  expect(JSON.stringify(large).length).toBeLessThan(300_000);
});
