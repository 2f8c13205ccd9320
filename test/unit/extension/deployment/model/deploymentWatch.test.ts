import { expect, test } from "vitest";
import type { DeploymentEvent } from "../../../../../src/contract/deployments.ts";
import { DeploymentWatches } from "../../../../../src/extension/deployment/model/deploymentWatches.ts";
import { formatFailureLines } from "../../../../../src/extension/deployment/model/eventLines.ts";
import { createWatchMemory } from "../../../../../src/extension/deployment/model/watchMemory.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Shown", "healthy"));

test("after a reload the watch continues after the last event, and notifies nothing twice", async () => {
  const memory = createMapMemory();
  const { deployment, server } = await deployTinyServer(served, await createTinyServer(served, "Reloaded", "healthy"));
  const first = await createCommandFixture(served, { memory });
  expect(await first.watch.follow(deployment)).toBe("live");
  await first.messages.waitFor("Deployed Reloaded");
  const before = first.events.length;
  await first.close();
  await using second = await createCommandFixture(served, { memory });
  second.watch.resume();
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await expect.poll(() => second.events.some((line) => line.includes("The server was stopped."))).toBe(true);
  const stored = (await served.api.call("deployment.events", { id: deployment.id, limit: 1000 })).items;
  expect([...first.events, ...second.events].map((line) => line.slice(0, 24))).toEqual(stored.map(({ at }) => at));
  expect(before).toBeGreaterThan(0);
  expect(second.messages.shown).toEqual([]);
  await expect.poll(() => second.watch.followed()).toEqual([]);
});

test("a watch is stored as it begins, because a window may be reloaded at once", async () => {
  const memory = createMapMemory();
  await using fixture = await createCommandFixture(served, { memory });
  const following = fixture.watch.follow(deployment);
  expect(memory.read("workspace", "watches")).toMatchObject([{ deploymentId: deployment.id, last: 0 }]);
  await following;
  expect(memory.read("workspace", "watches")).toMatchObject([{ deploymentId: deployment.id, isDecided: true }]);
  fixture.watch.leave(deployment.id);
  expect(memory.read("workspace", "watches")).toEqual([]);
});

test("what is stored is written when the flush ends, also what was begun before it", async () => {
  const slow = Promise.withResolvers<void>();
  const stored = createWatchMemory({ ...createMapMemory(), write: () => slow.promise });
  stored.save({ connectionId: "local", deploymentId: "dep_1", last: 0, isDecided: false });
  let isFlushed = false;
  const flushing = stored.flush().then(() => {
    isFlushed = true;
  });
  await new Promise(setImmediate);
  expect(isFlushed).toBe(false);
  slow.resolve();
  await flushing;
});

test("a failure while the window was closed is shown when it opens", async () => {
  const { deployment, server } = await deployTinyServer(
    served,
    await createTinyServer(served, "Unseen", "exitsAtOnce"),
  );
  const memory = createMapMemory();
  const entry = { connectionId: "local", deploymentId: deployment.id, serverId: server.id, serverName: "Unseen" };
  await memory.write("workspace", "watches", [{ ...entry, version: "0.1.0", last: 2, isDecided: false }]);
  await using fixture = await createCommandFixture(served, { memory });
  fixture.watch.resume();
  expect(await fixture.messages.waitFor("was not deployed")).toContain("Unseen 0.1.0");
  const stored = (await served.api.call("deployment.events", { id: deployment.id, after: 2 })).items;
  expect(fixture.events[0]).toContain(stored[0]?.message);
  const { failure } = await served.api.call("deployment.get", { id: deployment.id });
  expect(fixture.events).toEqual(expect.arrayContaining(formatFailureLines(requireValue(failure ?? undefined))));
});

test("a server that another client deploys again stays watched", async () => {
  const server = await createTinyServer(served, "Again", "healthy");
  const { deployment } = await deployTinyServer(served, server);
  await using fixture = await createCommandFixture(served);
  await fixture.watch.follow(deployment);
  const next = await deployTinyServer(served, await addTinyVersion(served, server, "legacyOnly"));
  await fixture.messages.waitFor("Deployed Again 0.1.1.");
  expect(fixture.watch.isFollowed(next.deployment.id)).toBe(true);
  expect(fixture.events.some((line) => line.includes("A newer deployment replaced this one."))).toBe(true);
});

test("the watch of a deleted deployment ends with the reason", async () => {
  await using fixture = await createCommandFixture(served);
  const { items } = await served.api.call("servers.list", { limit: 1 });
  const order = { id: "dep_gone", serverId: items[0]?.id ?? "", version: "1.0.0" };
  await expect(fixture.watch.follow(order)).rejects.toThrow("dep_gone");
  expect(fixture.events.at(-1)).toContain("the events are no longer followed");
  expect(await readServer(served.api, order.serverId)).toBeDefined();
});

test("without a connection nothing is watched, and the saved watches stay", async () => {
  const memory = createMapMemory();
  await using fixture = await createCommandFixture(served, { memory });
  await fixture.watch.follow(deployment);
  fixture.watch.pause();
  expect(fixture.watch.isFollowed(deployment.id)).toBe(false);
  fixture.watch.resume();
  expect(fixture.watch.isFollowed(deployment.id)).toBe(true);
});

test("a host that a watched deployment may not connect to is reported", async () => {
  await using fixture = await createCommandFixture(served);
  const event: DeploymentEvent = {
    ...{ deploymentId: deployment.id, sequence: 1, level: "warning", kind: "log", message: "It may not." },
    data: { refusedHost: "api.example.com:443" },
  };
  async function* events() {
    yield event;
  }
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const watch = new DeploymentWatches({
    connectionId: () => "local",
    client: async () => ({ ...served.api, events }),
    ...{ memory: createMapMemory(), polling: fixture.app.polling, log: fixture.app.log },
    write: () => {},
    announce: () => {},
    onRefusedHost: (id, refused) => resolve([id, refused]),
  });
  const outcome = watch.follow(deployment);
  expect(await promise).toEqual([deployment.id, { host: "api.example.com:443", isInner: false }]);
  await outcome;
  await watch.close();
});
