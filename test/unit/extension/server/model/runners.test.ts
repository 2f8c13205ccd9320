import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import {
  findMissingRunner,
  formatLimits,
  formatRunner,
  formatRunnerWord,
  formatServerRunner,
} from "../../../../../src/extension/server/model/runners.ts";
import { projectResponse, startScriptedClient } from "../../../../support/client/scriptedClient.ts";
import { namedRunners } from "../../../../support/editor/namedRunners.ts";
import { formatHttpResponse } from "../../../../support/network/rawServer.ts";

const server = (given: Partial<Server> = {}): Server => ({ id: "srv_1", name: "Weather", ...given });
const live = (runsOn?: string) => ({ id: "dep_1", ...(runsOn && { runsOn }) });

test("a row names a runner that is not the default", () => {
  expect(
    [undefined, null, "process", "container", "kubernetes", "nomad"].map((kind) => formatRunnerWord(kind)),
  ).toEqual([undefined, undefined, undefined, "container", "Kubernetes", "nomad"]);
});

test("a list with a runner of a newer service is read", async () => {
  await using fixture = await startScriptedClient((socket) =>
    socket.write(formatHttpResponse(200, { items: [{ ...projectResponse, runsOn: "nomad" }], nextCursor: null })),
  );
  const { items } = await fixture.client.call("projects.list", {});
  expect(items.map(({ runsOn }) => runsOn)).toEqual(["nomad"]);
});

test("a runner of a newer service has the service's own word", () => {
  expect([formatRunner("container"), formatRunner("nomad")]).toEqual(["Container", "nomad"]);
  expect(formatServerRunner(server({ runsOn: "nomad" }), live("process"))).toBe("Process; the next deployment: nomad");
});

test("where a server runs is said of the live deployment, and of the next one if that differs", () => {
  expect(formatServerRunner(server({ runsOn: "container" }), live("container"))).toBe("container");
  expect(formatServerRunner(server({ runsOn: "container" }), live("process"))).toBe(
    "Process; the next deployment: Container",
  );
  expect(formatServerRunner(server({ runsOn: null }), live("container"))).toBe("container");
  expect(formatServerRunner(server({ runsOn: null }), undefined)).toBeUndefined();
  expect(formatServerRunner(server({ runsOn: null }), live("process"))).toBeUndefined();
  expect(formatServerRunner(server({ runsOn: "kubernetes" }), live())).toBe("Kubernetes");
});

test("nothing is said of a service that does not say it", () => {
  expect(formatServerRunner(server(), live())).toBeUndefined();
  expect(formatLimits(server())).toBeUndefined();
});

test("limits are said where they are set", () => {
  expect(formatLimits({ limits: { memoryMb: 2048, cpus: 0.5 } })).toBe("2,048 MB of memory, 0.5 processors");
  expect(formatLimits({ limits: { cpus: 1 } })).toBe("1 processor");
  expect(formatLimits({ limits: {}, stopWhenIdleMinutes: null })).toBeUndefined();
});

test("the time after which a server stops is said where it is set", () => {
  expect(formatLimits({ limits: {}, stopWhenIdleMinutes: 90 })).toBe("stops after 90 minutes without calls");
  expect(formatLimits({ stopWhenIdleMinutes: 1 })).toBe("stops after a minute without calls");
});

describe("the runner of a deployment is missing", () => {
  const find = async (deployment: Pick<Deployment, "runsOn" | "status">) => {
    const calls: string[] = [];
    const call = async (name: string) => calls.push(name) > 0 && { id: "org_1", name: "Mine", runners: namedRunners };
    const runner = await findMissingRunner({ call } as never, deployment);
    return [runner?.kind, calls.length];
  };

  test("if the deployment failed and the runner is not available now", async () => {
    expect(await find({ status: "failed", runsOn: "kubernetes" })).toEqual(["kubernetes", 1]);
    expect(await find({ status: "failed", runsOn: "container" })).toEqual([undefined, 1]);
  });

  test("and nothing is asked of the service for others", async () => {
    expect(await find({ status: "running", runsOn: "kubernetes" })).toEqual([undefined, 0]);
    expect(await find({ status: "failed", runsOn: "process" })).toEqual([undefined, 0]);
    expect(await find({ status: "failed" })).toEqual([undefined, 0]);
  });
});
