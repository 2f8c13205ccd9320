import { describe, expect, test } from "vitest";
import { deploymentStates } from "../../../src/contract/deployments.ts";
import {
  computeHealthBands,
  computeHealthMinutes,
  summarizeHealth,
} from "../../../src/webview/deployment/healthSeries.ts";
import { findNextSteps } from "../../../src/webview/deployment/nextSteps.ts";
import { labelDeploymentState, labelHealthState } from "../../../src/webview/deployment/stateLabels.ts";
import type { DeploymentFacts } from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import {
  formatLongDuration,
  formatQuantity,
  formatShortDuration,
  formatTimeAgo,
} from "../../../src/webview/shared/format.ts";
import { deploymentFacts } from "../../support/browser/deploymentFacts.ts";

const steps = (change: Partial<DeploymentFacts>) =>
  findNextSteps({ ...deploymentFacts, ...change }).steps.map(({ label }) => label);
const sentence = (change: Partial<DeploymentFacts>) => findNextSteps({ ...deploymentFacts, ...change }).sentence;
const live = { id: "dep_2", version: "1.1.0" };

describe("what to do next", () => {
  test("of one that serves is to test it, to copy its URL or token, to stop it", () => {
    expect(steps({ status: "running" })).toEqual(["Test", "Copy URL", "Copy Token", "Stop", "Open Log"]);
  });

  test("of one that failed is to deploy the earlier version; its step says what to correct, and what still serves", () => {
    const failure = { step: "handshake", message: "It did not answer.", log: [] };
    const failed = { status: "failed", failure, isLive: false, url: null };
    expect(steps({ ...failed, earlier: live, live })).toEqual([
      "Deploy Earlier Version 1.1.0",
      "Open Log",
      "Open the Live One",
    ]);
    expect(sentence({ ...failed, live })).toBe(
      "It must listen on PORT of HOST and answer MCP at /mcp. Version 1.1.0 goes on serving meanwhile.",
    );
    expect(steps(failed)).toEqual(["Open Log"]);
  });

  test("of one that was superseded is to open the one that serves", () => {
    expect(steps({ status: "superseded", live })).toEqual(["Open the Live One", "Deploy Again", "Open Log"]);
    expect(sentence({ status: "superseded", live })).toBe("1.1.0 took its place and serves now.");
  });

  test("of one that was stopped is to start it", () => {
    expect(steps({ status: "stopped", isStopped: true })[0]).toBe("Start");
    expect(steps({ status: "stopped", isStopped: false })[0]).toBe("Deploy Again");
  });

  test("is nothing but to read where the server was removed or the state is not known", () => {
    expect(steps({ isServerGone: true })).toEqual(["Open Log"]);
    expect(steps({ status: "paused" })).toEqual(["Open Log"]);
  });

  test("is said in every state of the contract", () => {
    const silent = deploymentStates.filter((status) => sentence({ status }) === "");
    expect(silent).toEqual([]);
  });
});

describe("states", () => {
  test("have a word and an icon of their own each", () => {
    const all = deploymentStates.map((state) => labelDeploymentState(state));
    expect(new Set(all.map(({ word }) => word)).size).toBe(deploymentStates.length);
    expect(all.filter(({ icon }) => icon === "question")).toEqual([]);
  });

  test("that nobody knows are shown as they are", () => {
    expect(labelDeploymentState("paused")).toEqual({ word: "paused", icon: "question", tone: "calm" });
    expect(labelHealthState("sleepy").word).toBe("sleepy");
  });
});

describe("health over time", () => {
  const sample = (minute: number, status: string, latencyMs: number | null) => ({
    ...{ at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(), status, latencyMs },
  });
  const history = [
    sample(0, "healthy", 10),
    sample(1, "healthy", 30),
    sample(2, "unhealthy", null),
    sample(3, "healthy", 20),
  ];
  const start = Date.UTC(2026, 0, 1, 12) / 1000;

  test("is told in bands of the same state", () => {
    expect(computeHealthBands(history, start + 240)).toEqual([
      { from: start, to: start + 120, status: "healthy" },
      { from: start + 120, to: start + 180, status: "unhealthy" },
      { from: start + 180, to: start + 240, status: "healthy" },
    ]);
  });

  test("is summed up by shares of the time and latency", () => {
    const { medianMs, longestMs, shares } = summarizeHealth(history, start + 240);
    expect([medianMs, longestMs]).toEqual([20, 30]);
    expect(shares).toEqual([
      { status: "healthy", share: 0.75 },
      { status: "unhealthy", share: 0.25 },
    ]);
  });

  test("is listed minute by minute, newest first, by the worst", () => {
    const minutes = computeHealthMinutes([
      ...history,
      { ...sample(3, "degraded", 90), at: "2026-01-01T12:03:30.000Z" },
    ]);
    expect(minutes.map(({ status, medianMs, longestMs }) => [status, medianMs, longestMs])).toEqual([
      ["degraded", 20, 90],
      ["unhealthy", undefined, undefined],
      ["healthy", 30, 30],
      ["healthy", 10, 10],
    ]);
  });

  test("of nothing is nothing", () => {
    expect([computeHealthBands([], 0), computeHealthMinutes([]), summarizeHealth([], 0).shares]).toEqual([[], [], []]);
  });
});

describe("amounts", () => {
  test("are said as people say them", () => {
    expect([formatQuantity(1, "row"), formatQuantity(12_345, "row"), formatQuantity(0, "row")]).toEqual([
      "1 row",
      "12,345 rows",
      "0 rows",
    ]);
    expect([formatShortDuration(12.4), formatShortDuration(1400)]).toEqual(["12 ms", "1.4 s"]);
    expect([0, 999, 61_000, 3_600_000, 90_061_000].map(formatLongDuration)).toEqual([
      "0 s",
      "0 s",
      "1 min 1 s",
      "1 h",
      "1 d 1 h",
    ]);
  });

  test("of time that lies ahead of a slow clock are no time", () => {
    expect(formatTimeAgo("2026-01-01T00:00:10Z", Date.parse("2026-01-01T00:00:00Z"))).toBe("just now");
  });
});

test.each(["constructor", "__proto__"])("a state that is called %s is one that nobody knows", (status) => {
  expect(labelHealthState(status)).toEqual({ word: status, icon: "question", tone: "calm" });
});
