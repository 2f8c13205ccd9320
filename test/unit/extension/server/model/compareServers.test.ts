import { expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { compareServers, type ServerFacts } from "../../../../../src/extension/server/model/serverState.ts";

const facts = (name: string, given: Partial<Server>, latest?: Partial<Deployment>): ServerFacts => {
  const stated = { status: "ready", liveDeploymentId: null, desiredState: "running" } as const;
  const server: Server = { id: name, name, ...stated, ...given };
  const deployment: Deployment | undefined = latest && {
    id: `${name}1`,
    serverId: name,
    version: "0.1.0",
    status: "running",
    ...latest,
  };
  return { server, live: undefined, latest: deployment };
};
const at = (minute: number) => ({ updatedAt: `2026-01-01T12:0${minute}:00.000Z` });

test("what runs or failed comes first, each by the time of its last change, newest first", () => {
  const servers = [
    facts("empty", { ...at(9), status: "draft" }),
    facts("runs", { ...at(1), liveDeploymentId: "runs1" }),
    facts("new", at(8)),
    facts("failed", at(2), { status: "failed" }),
    facts("stopped", { ...at(7), liveDeploymentId: "stopped1", desiredState: "stopped" }),
    facts("deploys", at(3), { status: "building" }),
  ];
  const names = servers.toSorted(compareServers).map(({ server }) => server.name);
  expect(names).toEqual(["deploys", "failed", "runs", "empty", "new", "stopped"]);
});

test("servers of a service that says no times keep its order", () => {
  const servers = ["b", "a", "c"].map((name) => facts(name, {}));
  expect(servers.toSorted(compareServers).map(({ server }) => server.name)).toEqual(["b", "a", "c"]);
});
