import { afterAll, expect, test } from "vitest";
import type { EventFollowState } from "../../src/client/client.ts";
import type { DeploymentEvent } from "../../src/contract/deployments.ts";
import { startConnectionCutter } from "../support/network/connectionCutter.ts";
import { deployVersion } from "../support/servers/generateServer.ts";
import type { TinyVariant } from "../support/servers/tinyServer.ts";
import { testDeadline } from "../support/testDeadline.ts";
import { startContractFixture } from "./contractFixture.ts";

const fixture = await startContractFixture();
afterAll(() => fixture.close());

const sequences = (events: readonly DeploymentEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function listStoredEvents(id: string): Promise<DeploymentEvent[]> {
  const events: DeploymentEvent[] = [];
  for await (const event of fixture.client.list("deployment.events", { id, limit: 100 })) events.push(event);
  return events;
}

/** Starts a deployment. `end` supersedes it with a second one. */
async function startDeployment(variant?: TinyVariant) {
  const server = await fixture.newServer(variant);
  const { id } = await fixture.client.call("server.deploy", { id: server.id });
  const end = async () => {
    await deployVersion(fixture.client, server.id);
  };
  return { id, end };
}

test("a deployment's events are streamed live from the first to the last, and the stream ends with the deployment, also when it is read later", async () => {
  const { id, end } = await startDeployment();
  const states: EventFollowState[] = [];
  const seen: DeploymentEvent[] = [];
  let ending: Promise<void> | undefined;
  const options = { signal: testDeadline(), onState: (state: EventFollowState) => states.push(state) };
  for await (const event of fixture.client.events(id, options)) {
    seen.push(event);
    ending ??= end();
  }
  await ending;
  expect(states).toEqual(["live"]);
  expect(sequences(seen)).toEqual(upTo(seen.length));
  expect((await fixture.client.call("deployment.get", { id })).status).toBe("superseded");
  expect(await listStoredEvents(id)).toEqual(seen);
  const again: DeploymentEvent[] = [];
  for await (const event of fixture.client.events(id, { signal: testDeadline() })) again.push(event);
  expect(again).toEqual(seen);
});

test("a stream over a connection that breaks repeatedly loses and repeats no event", async () => {
  const { id, end } = await startDeployment("noisy");
  const cutter = await startConnectionCutter(Number(new URL(fixture.url).port), 40_000);
  const client = fixture.clientOf(fixture.key, cutter.url);
  const seen: DeploymentEvent[] = [];
  let ending: Promise<void> | undefined;
  for await (const event of client.events(id, { signal: testDeadline() })) {
    seen.push(event);
    if (seen.length > 400) ending ??= end();
  }
  await ending;
  await cutter.close();
  expect(sequences(seen)).toEqual(upTo(seen.length));
  expect(seen).toEqual(await listStoredEvents(id));
  expect(seen.length).toBeGreaterThan(400);
  expect(cutter.cuts()).toBeGreaterThan(1);
});
