import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import type { Server } from "../../../../src/contract/servers.ts";
import type { TestRun } from "../../../../src/contract/testRuns.ts";
import { unknownId, unknownTime } from "../../../../src/contract/unknownValues.ts";
import { formatExpiry, isExpired } from "../../../../src/core/account/expiry.ts";
import { formatLogHead, formatLogLines } from "../../../../src/core/deployment/deploymentLog.ts";
import { formatEventLines } from "../../../../src/core/deployment/eventLines.ts";
import { formatRelativeTime } from "../../../../src/core/foundation/formatRelativeTime.ts";
import { formatState, statedValue } from "../../../../src/core/foundation/statedValue.ts";
import { createDeploymentFacts } from "../../../../src/core/panels/readDeploymentFacts.ts";
import { deploymentTreeRow } from "../../../../src/core/view/rows/deploymentTreeRow.ts";
import { serverTreeRow } from "../../../../src/core/view/rows/serverTreeRows.ts";
import { testRunTreeRow } from "../../../../src/core/view/rows/testRunTreeRows.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const unsaid = { createdAt: unknownTime, updatedAt: unknownTime, etag: "" };

const deployment: Deployment = {
  ...unsaid,
  id: "d-1",
  serverId: unknownId,
  projectId: unknownId,
  version: "1.0.0",
  digest: "",
  status: "stopped",
  stated: "QUIESCING",
  url: null,
  message: null,
  startedAt: null,
  finishedAt: unknownTime,
  failure: null,
  triggeredBy: "",
};
const server: Server = {
  ...unsaid,
  unsaid: ["projectId", "latestVersion", "liveDeploymentId"],
  id: "s-1",
  projectId: unknownId,
  name: "Weather",
  slug: "",
  description: "",
  source: null,
  status: "ready",
  statusDetail: null,
  problems: [],
  artifactId: null,
  latestVersion: null,
  liveDeploymentId: null,
  desiredState: "running",
  environment: {},
  variables: [],
  accounts: [],
  toolCount: null,
};
const run: TestRun = {
  ...unsaid,
  id: unknownId,
  serverId: "s-1",
  skillId: null,
  deploymentId: null,
  version: "1.0.0",
  digest: "",
  status: "errored",
  stated: "LIMBO",
  statusDetail: null,
  summary: { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0, durationMs: 0 },
  partial: false,
  startedAt: null,
  finishedAt: null,
  triggeredBy: "",
  revision: 0,
};

describe("what a service does not say", () => {
  test("is nothing, in words", () => {
    expect([
      statedValue(unknownTime),
      statedValue(unknownId),
      statedValue(""),
      statedValue(null),
      statedValue("x"),
    ]).toEqual([...Array.from({ length: 4 }), "x"]);
  });

  test("is no time ago, and no expiry", () => {
    expect([formatRelativeTime(unknownTime, now), formatExpiry(unknownTime, now), isExpired(unknownTime, now)]).toEqual(
      ["", "", false],
    );
  });

  test("is in no row and no tooltip of a tree", () => {
    const texts = [
      deploymentTreeRow.describe({ kind: "deployment", deployment, live: false, serverName: unknownId }, now),
      serverTreeRow.describe({ kind: "server", server, live: undefined, latest: undefined }, now),
      testRunTreeRow.describe({ kind: "testRun", run, of: { kind: "server", id: "s-1", name: "Weather" } }, now),
    ];
    const all = JSON.stringify(texts);
    expect(all).not.toMatch(/1970|unknown| ago|just now/);
  });

  test("is in no log", () => {
    const event = {
      deploymentId: "d-1",
      sequence: 1,
      at: unknownTime,
      level: "info",
      kind: "log",
      message: "Hello",
      data: null,
    } as const;
    expect(formatEventLines("Weather", event)).toEqual(["[info] Weather: Hello"]);
    expect(formatLogLines(event)).toEqual([`${" ".repeat(12)} info    Hello`]);
    expect(formatLogHead(deployment, "Weather")).toEqual(["Weather 1.0.0, deployment d-1", "QUIESCING", ""]);
  });

  test("is in no panel", () => {
    const facts = createDeploymentFacts({ deployment, server, all: [deployment] }, "Weather");
    expect(facts).toMatchObject({ status: "QUIESCING", createdAt: "", startedAt: null, finishedAt: null });
  });
});

describe("a state that nobody has heard of", () => {
  test("is told in the service's word, on one line", () => {
    expect(formatState({ status: "stopped", stated: " ON\nHOLD " })).toBe("ON HOLD");
    expect([undefined, "", 7].map((stated) => formatState({ status: "stopped", stated }))).toEqual(
      Array(3).fill("stopped"),
    );
  });

  test("has an icon that claims nothing", () => {
    const { icon, description } = deploymentTreeRow.describe(
      { kind: "deployment", deployment, live: false, serverName: "Weather" },
      now,
    );
    expect([icon, description]).toEqual(["question", "QUIESCING"]);
    expect(
      testRunTreeRow.describe({ kind: "testRun", run, of: { kind: "server", id: "s-1", name: "Weather" } }, now).icon,
    ).toBe("question");
  });

  test("of what serves is the server's", () => {
    const live = { ...server, liveDeploymentId: "d-1" };
    const of = (one: Server) =>
      serverTreeRow.describe({ kind: "server", server: one, live: deployment, latest: deployment }, now).description;
    expect(of(live)).toBe("QUIESCING · 1.0.0");
    expect(of({ ...live, status: "failed" })).toBe("QUIESCING · 1.0.0");
    expect(
      serverTreeRow.describe(
        { kind: "server", server: { ...server, stated: "ADRIFT" }, live: undefined, latest: undefined },
        now,
      ).description,
    ).toBe("ADRIFT");
  });
});

test("a row is drawn anew where something of its item changed, though the service has no etag for it", () => {
  const mark = (one: Server) =>
    serverTreeRow.revision({ kind: "server", server: one, live: undefined, latest: undefined });
  expect(mark(server)).toBe(mark({ ...server }));
  expect(mark({ ...server, name: "Other" })).not.toBe(mark(server));
  expect(mark({ ...server, stated: "ADRIFT" })).not.toBe(mark(server));
});
