import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import { createDerivedId, readServiceId } from "../../../../src/contract/received.ts";
import type { Server } from "../../../../src/contract/servers.ts";
import type { TestRun } from "../../../../src/contract/testRuns.ts";
import { formatExpiry, isExpired } from "../../../../src/extension/account/model/expiry.ts";
import { formatState } from "../../../../src/extension/base/serviceState.ts";
import { formatLogHead, formatLogLines } from "../../../../src/extension/deployment/model/deploymentLog.ts";
import { formatEventLines } from "../../../../src/extension/deployment/model/eventLines.ts";
import { createDeploymentFacts } from "../../../../src/extension/deployment/panel/readDeploymentFacts.ts";
import { deploymentTreeRow } from "../../../../src/extension/deployment/rows/deploymentTreeRow.ts";
import { serverTreeRow } from "../../../../src/extension/server/rows/serverTreeRows.ts";
import { testRunTreeRow } from "../../../../src/extension/testing/rows/testRunTreeRows.ts";
import { formatRelativeTime } from "../../../../src/text/formatTime.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const deployment: Deployment = { id: "d-1", version: "1.0.0", status: { unknown: "QUIESCING" } };
const server: Server = { id: "s-1", name: "Weather", status: "ready" };
const run: TestRun = { id: createDerivedId("x"), version: "1.0.0", status: { unknown: "LIMBO" } };

describe("a value that a service does not report", () => {
  test("has no text", () => {
    expect([formatState(undefined), readServiceId(undefined), readServiceId(createDerivedId("x"))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(readServiceId("x")).toBe("x");
  });

  test("has no relative time and no expiry", () => {
    expect([formatRelativeTime(undefined, now), formatExpiry(undefined, now), isExpired(undefined, now)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test("is omitted in rows and tooltips", () => {
    const texts = [
      deploymentTreeRow.describe({ kind: "deployment", deployment, live: false, serverName: undefined }, now),
      serverTreeRow.describe({ kind: "server", server, live: undefined, latest: undefined }, now),
      testRunTreeRow.describe({ kind: "testRun", run, of: { kind: "server", id: "s-1", name: "Weather" } }, now),
    ];
    const all = JSON.stringify(texts);
    expect(all).not.toMatch(/1970|undefined|null|content| ago|just now/);
  });

  test("is omitted in logs", () => {
    const event = { sequence: 1, level: "info", message: "Hello" } as const;
    expect(formatEventLines("Weather", event)).toEqual(["[info] Weather: Hello"]);
    expect(formatLogLines(event)).toEqual([`${" ".repeat(12)} info    Hello`]);
    expect(formatEventLines("Weather", { sequence: 1, message: "Hello" })).toEqual(["Weather: Hello"]);
    expect(formatLogHead(deployment, "Weather")).toEqual(["Weather 1.0.0, deployment d-1", "QUIESCING", ""]);
    expect(formatLogHead({ id: "d-1" }, undefined)).toEqual(["deployment d-1", "", ""]);
  });

  test("is omitted in panels", () => {
    const facts = createDeploymentFacts(
      {
        deployment,
        server,
        isServerGone: false,
        all: { kind: "available", value: [deployment] },
        isRunnerMissing: false,
      },
      "Weather",
    );
    expect(facts).toMatchObject({ status: "QUIESCING" });
    expect([facts.createdAt, facts.startedAt, facts.finishedAt, facts.digest, facts.triggeredBy]).toEqual(
      Array(5).fill(undefined),
    );
  });
});

describe("an unknown state", () => {
  test("is shown as the service's word on one line", () => {
    expect(formatState({ unknown: " ON\nHOLD " })).toBe("ON HOLD");
    expect([formatState({ unknown: " \n" }), formatState("stopped")]).toEqual([undefined, "stopped"]);
  });

  test("has a neutral icon", () => {
    const { icon, description } = deploymentTreeRow.describe(
      { kind: "deployment", deployment, live: false, serverName: "Weather" },
      now,
    );
    expect([icon, description]).toEqual(["question", "QUIESCING"]);
    expect(
      testRunTreeRow.describe({ kind: "testRun", run, of: { kind: "server", id: "s-1", name: "Weather" } }, now).icon,
    ).toBe("question");
  });

  test("of a live deployment is shown instead of the server's state", () => {
    const live = { ...server, liveDeploymentId: "d-1" };
    const of = (one: Server) =>
      serverTreeRow.describe({ kind: "server", server: one, live: deployment, latest: deployment }, now).description;
    expect(of(live)).toBe("QUIESCING · 1.0.0");
    expect(of({ ...live, status: "failed" })).toBe("QUIESCING · 1.0.0");
    expect(
      serverTreeRow.describe(
        { kind: "server", server: { ...server, status: { unknown: "ADRIFT" } }, live: undefined, latest: undefined },
        now,
      ).description,
    ).toBe("ADRIFT");
  });
});
