import { expect, test } from "vitest";
import type { RehearsedCall } from "../../../../src/contract/routes/previewRoutes.ts";
import type { CaseFileInput } from "../../../../src/contract/testRuns.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { deployVersion } from "../../../support/servers/generateServer.ts";
import { startRehearsedServers } from "../../../support/servers/rehearsedServers.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool, postToService } from "../../../support/service/gatewayCall.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";
import { startServedService } from "../../../support/service/servedService.ts";

const served = await startServedService();
const servers = await closeAtEnd(startRehearsedServers(served));

async function rehearse(id: string, suite?: CaseFileInput) {
  const calls: RehearsedCall[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await served.api.rehearse({ id, after: calls.at(-1)?.sequence ?? 0, ...(suite && { suite }) });
    calls.push(...page.calls);
    ({ hasMore } = page);
  }
  return calls;
}

test("all recorded calls are made again, and only what differs between the versions is found", async () => {
  const { live, preview } = await servers.prepare("Rehearsed");
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  await servers.record(live, [
    ...ids.map((id) => ["get_pet", { id }] as const),
    ...[["add_toy", {}] as const, ["add_order", {}] as const, ["get_pet", { id: 1, note: "***" }] as const],
  ]);
  const before = servers.countPosts();
  const calls = await rehearse(preview.id);
  expect(calls.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  const outcomes = Map.groupBy(calls, ({ tool, outcome }) => `${tool} ${outcome}`);
  expect(Object.fromEntries([...outcomes].map(([name, own]) => [name, own.length]))).toEqual({
    "get_pet same": 14,
    "get_pet differs": 15,
    "get_pet fails": 1,
    "get_pet skipped": 1,
    "add_toy same": 1,
    "add_order differs": 1,
  });
  expect(calls[1]).toEqual({
    ...{ sequence: 2, tool: "get_pet", arguments: '{"id":2}', outcome: "differs", replayed: false },
    differences: [{ path: "$.tags[*].name", live: '"old"', preview: '"new"' }],
    unstable: ["$.at"],
  });
  expect(calls[12]).toMatchObject({ outcome: "fails", reason: expect.stringContaining("500") });
  // What changes data does not reach the API.
  expect(servers.countPosts()).toBe(before);
  expect(calls.slice(30)).toMatchObject([
    { replayed: true },
    { replayed: true },
    { reason: "A secret among its arguments was not recorded." },
  ]);
  expect(calls[31]?.differences[0]).toEqual({ path: "request to the API", preview: "POST /v2/orders" });
});

test("a tool that only reads in the live version reaches no API where the one of the preview may change data", async () => {
  const { live, preview } = await servers.prepare(
    "Careful",
    servers.createDocument("/v1", "get", "pet"),
    servers.createDocument("/v2", "post", "pet"),
  );
  await servers.record(live, [["pet", { id: 1 }]]);
  const before = servers.countPosts();
  expect(await rehearse(preview.id)).toMatchObject([
    { outcome: "differs", replayed: true, differences: [{ preview: "POST /v2/pets/1" }] },
  ]);
  expect(servers.countPosts()).toBe(before);
});

test("without recorded calls, the test cases that change nothing are called", async () => {
  const { live, preview } = await servers.prepare("Unrecorded");
  // A recording without calls is none.
  await servers.record(live, []);
  const content = `cases:
  - name: broken
    tool: get_pet
    arguments: { id: 13 }
  - name: an order
    tool: add_order
    upstream:
      - request: { method: POST, path: /v1/orders }
        response: { status: 201, body: { id: 1 } }
  - name: a toy
    tool: add_toy
  - name: newer
    tool: get_fish
`;
  const before = servers.countPosts();
  const calls = await rehearse(preview.id, { path: "fairlead.tests.yaml", content });
  expect(calls.map(({ sequence, case: name, outcome, replayed }) => [sequence, name, outcome, replayed])).toEqual([
    [1, "broken", "fails", false],
    [2, "an order", "differs", true],
    [3, "a toy", "skipped", false],
    [4, "newer", "skipped", false],
    [5, "can be called", "differs", false],
    [6, "can be called", "skipped", false],
    [7, "can be called", "skipped", false],
  ]);
  expect(calls[0]).toMatchObject({ arguments: '{"id":13}', reason: expect.stringContaining("500") });
  expect([2, 3, 5].map((index) => calls[index]?.reason)).toEqual([
    expect.stringMatching(/^It may change data/),
    "The live version has no such tool.",
    expect.stringMatching(/^Only tools with readOnlyHint/),
  ]);
  expect(servers.countPosts()).toBe(before);
  const { calls: last, hasMore } = await served.api.rehearse({ id: preview.id, after: 2 });
  expect([last[0]?.sequence, hasMore]).toEqual([3, false]);
});

test("nothing is made without a case that only reads, or without a preview", async () => {
  const { deployment, server } = await deployTinyServer(served, await createTinyServer(served, "No cases", "healthy"));
  await addTinyVersion(served, server, "streaming");
  const preview = await deployVersion(served.api, server.id, { preview: true });
  await expect(rehearse(preview.id)).rejects.toThrow("It has no test case that only reads");
  await expect(rehearse(deployment.id)).rejects.toThrow("no preview that runs");
});

test("the live version waits for no call of a rehearsal whose preview went away", async () => {
  const pauses = { backOffMs: 600_000, backOffMaxMs: 600_000, drainMs: 600_000 };
  const fixture = closeAfterTest(await startThreadFixture(pauses));
  const serverId = fixture.makeServer("rehearsed");
  const files = createTinyServerFiles("healthy").map(({ path, content }) => {
    const reporting = 'if (text.includes("fairlead-tests")) console.log("rehearsed");';
    return { path, content: content.replace("  const { id, method, params }", `${reporting}$&`) };
  });
  publishFiles(fixture.context, serverId, "1.0.0", files, tinyEntry);
  const live = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
  fixture.publish(serverId, "2.0.0", "healthy");
  const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0", true).id, "running");
  await callTool(fixture, `${serverId}@2.0.0`, "crash");
  await fixture.waitForStatus(id, "degraded");
  const rehearsal = postToService(fixture, `/api/v1/deployment/preview/rehearsal?id=${id}`, {});
  const failed = expect(rehearsal).rejects.toThrow("The deployment was stopped or replaced");
  await fixture.waitForDeployment(live.id, (_, events) => events.some(({ message }) => message === "rehearsed"));
  const [preview] = fixture.supervisor.store.rows("WHERE d.id = ?", id);
  if (preview) fixture.supervisor.discardPreview(preview);
  await failed;
  fixture.supervisor.setDesiredState(serverId, "stopped");
  await fixture.waitForStatus(live.id, "stopped");
});
