import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { meSchema } from "../../../../src/contract/identity.ts";
import { createPolling } from "../../../../src/extension/base/polling.ts";
import { contractConnectionProfile } from "../../../../src/extension/connection/model/connectionProfiles.ts";
import { createServerHealthMonitor } from "../../../../src/extension/server/model/serverHealth.ts";
import { formatStatusBarText } from "../../../../src/extension/workbench/statusBarText.ts";
import { meResponse } from "../../../support/client/scriptedClient.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const connection = { id: "c", name: "Work $(bug)", baseUrl: "https://fairlead.example", kind: "remote" } as const;
const session = {
  kind: "connected",
  connection,
  me: meSchema.parse(meResponse),
  client: served.api,
  profileStore: contractConnectionProfile,
} as const;
const nothing = { organization: undefined, project: undefined };

const monitored = { everyMs: () => 1000, polling: createPolling({ refreshMs: () => 5000 }) };

test("the health of the last deployed server is not shown while it is idle, but what starts it; is shown while it is live, then stopped; a deployment of another client is reported", async () => {
  const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Pulse", "healthy"));
  const call = async (name: string, input: object) => {
    const answer = await served.api.call(name as never, input as never);
    return name === "deployment.get" ? { ...(answer as object), idleSince: "2026-01-01T00:00:00.000Z" } : answer;
  };
  const asleep = createServerHealthMonitor({
    client: async () => ({ ...served.api, call: call as ServiceClient["call"] }),
    serverId: () => server.id,
    onOtherDeployment: () => {},
    ...monitored,
    runLater: () => () => {},
  });
  asleep.start();
  const idle = { kind: "idle", name: "Pulse", text: "idle: starts with the next call", isAsleep: true };
  await expect.poll(() => asleep.state).toEqual(idle);
  asleep.stop();
  const others: string[] = [];
  const waiting: (() => void)[] = [];
  const monitor = createServerHealthMonitor({
    client: async () => served.api,
    serverId: () => server.id,
    onOtherDeployment: ({ id }) => void others.push(id),
    ...monitored,
    runLater: (_, work) => {
      waiting.push(work);
      return () => {};
    },
  });
  monitor.start();
  await expect.poll(() => monitor.state).toMatchObject({ kind: "live", name: "Pulse", version: "0.1.0" });
  await expect.poll(() => waiting.length).toBe(1);
  const next = await deployTinyServer(served, server);
  waiting[0]?.();
  await expect.poll(() => others).toEqual([next.deployment.id]);
  expect(next.deployment.id).not.toBe(deployment.id);
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await expect.poll(() => monitor.state).toEqual({ kind: "idle", name: "Pulse", text: "stopped" });
  monitor.stop();
});

describe("the status bar", () => {
  const health = {
    deploymentId: "dep_1",
    status: "degraded" as const,
    checkedAt: null,
    latencyMs: 2100,
    uptimeMs: 1,
    restarts: 2,
    checks: [{ name: "tools" as const, status: "degraded" as const, message: "slow", latencyMs: 2100 }],
    history: [],
  };

  test("names the cause where the API refuses the key", () => {
    const api = { name: "api", status: "degraded", code: "credential_refused", message: "a refuses K" } as const;
    const words = formatStatusBarText({
      ...{ session, ...nothing },
      health: {
        ...{ kind: "live", name: "Orders", version: "1.2.0" },
        health: { ...health, checks: [{ name: "process", status: "healthy", message: "" }, api] },
      },
    });
    expect(words.text).toContain("$(warning) Orders: API refuses the key");
    expect(words.tooltip).toContain(
      "Orders 1.2.0: degraded (checked: process, API), 2100 ms, 2 restarts, api: a refuses K",
    );
  });

  test("shows a server that its next call starts with the icon of its row, and one that is stopped with another", () => {
    const format = (text: string, isAsleep?: true) =>
      formatStatusBarText({
        ...{ session, ...nothing },
        health: { kind: "idle", name: "Night", text, ...(isAsleep && { isAsleep }) },
      }).text;
    expect(format("idle: starts with the next call", true)).toContain("$(debug-pause) Night");
    expect(format("stopped")).toContain("$(circle-slash) Night");
  });

  test("shows connection, project and health as text, and shows no icon for a name", () => {
    const words = formatStatusBarText({
      session,
      organization: "Acme",
      project: { id: "prj_1", name: "Shop" },
      health: { kind: "live", name: "Orders", version: "1.2.0", health },
    });
    expect(words.text).toBe("$(plug) Work $ (bug) · Shop · $(warning) Orders degraded");
    expect(words.command).toBe("fairlead.account.focus");
    expect(words.accessibleText).toBe("Fairlead: Work $(bug), Shop, Orders degraded");
    expect(words.tooltip.split("\n")).toEqual([
      "Work $(bug) (fairlead.example)",
      'Signed in as Someone with the key "test" (read)',
      "Organization: Acme",
      "Project: Shop",
      "Orders 1.2.0: degraded (checked: MCP), 2100 ms, 2 restarts, tools: slow",
    ]);
  });

  test("shows no health of a service that is not reached, and since when it is not", () => {
    const words = formatStatusBarText({
      ...{ session, organization: "Acme", project: undefined },
      health: { kind: "live", name: "Orders", version: "1.2.0", health },
      unreachability: { since: new Date(2026, 0, 1, 9, 5).getTime(), error: new Error("Nothing listens there.") },
    });
    expect(words.text).toBe("$(warning) Work $ (bug): not reached");
    expect(words.command).toBe("fairlead.connection.switch");
    expect(words.tooltip).toBe(
      "Work $(bug): not reached since 1 Jan 2026, 09:05:00\nNothing listens there.\nClick to choose a connection.",
    );
  });

  test.each([
    [{ kind: "none" }, "$(debug-disconnect) Fairlead: not connected"],
    [{ kind: "signedOut", connection, reason: "" }, "$(warning) Work $ (bug): signed out"],
    [{ kind: "failed", connection, error: undefined }, "$(warning) Work $ (bug): not reached"],
  ] as const)("shows that there is no connection, and offers one", (session, text) => {
    const words = formatStatusBarText({ session, ...nothing, health: { kind: "none" } });
    expect([words.text, words.command]).toEqual([text, "fairlead.connection.switch"]);
  });
});
