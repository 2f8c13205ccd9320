import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import type { Deployment } from "../../../src/contract/deployments.ts";
import type { TinyVariant } from "../servers/tinyServer.ts";
import type { DeploymentFixture } from "../service/deploymentFixture.ts";
import { requireValue } from "../service/requireValue.ts";
import { startHttpServer } from "../services/startHttpServer.ts";

interface ServerSettings {
  readonly stopWhenIdleMinutes?: number | null;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Creates a server with these settings and waits until its first version runs. */
export async function runServerWith(fixture: DeploymentFixture, variant: TinyVariant, settings: ServerSettings) {
  const { stopWhenIdleMinutes = null, environment = {} } = settings;
  const serverId = fixture.makeServer(variant);
  saveServerSettings(fixture, serverId, { stopWhenIdleMinutes });
  fixture.setEnvironment(serverId, environment);
  fixture.publish(serverId, "1.0.0", variant);
  const deployment = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
  return { serverId, deployment };
}

export function saveServerSettings(
  { context }: Pick<DeploymentFixture, "context">,
  serverId: string,
  { stopWhenIdleMinutes = null }: ServerSettings,
): void {
  context.db.run("UPDATE servers SET stop_when_idle_minutes = ? WHERE id = ?", stopWhenIdleMinutes, serverId);
}

export const isIdle = ({ idleSince }: Deployment) => typeof idleSince === "string";

/** Lets time pass until the server is idle. The end of its last call may come after the response. */
export async function waitUntilIdle({ supervisor }: DeploymentFixture, id: string, passMinute: () => void) {
  const read = () => {
    passMinute();
    return supervisor.store.get(id);
  };
  await expect.poll(read, { interval: 10 }).toMatchObject({ idleSince: expect.any(String) });
  return requireValue(supervisor.store.get(id));
}

/** A server that asks it first, by its variable `ASK_FIRST`, starts only while the starts are not held. */
export async function createStartHold() {
  const held: ServerResponse[] = [];
  let isHeld = false;
  let starts = 0;
  const url = await startHttpServer((_, response) => {
    starts += 1;
    if (isHeld) held.push(response);
    else response.end();
  });
  return {
    environment: { ASK_FIRST: url },
    countStarts: () => starts,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const response of held.splice(0)) response.end();
    },
  };
}
