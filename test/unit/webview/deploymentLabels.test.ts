import { describe, expect, test } from "vitest";
import { deploymentStates } from "../../../src/contract/deployments.ts";
import { formatRelativeTime } from "../../../src/text/formatTime.ts";
import { formatQuantity } from "../../../src/text/language/formatQuantity.ts";
import {
  computeHealthBands,
  computeHealthMinutes,
  markHealthGaps,
  summarizeHealth,
} from "../../../src/webview/deployment/healthSeries.ts";
import { findApiProblem, findNextSteps } from "../../../src/webview/deployment/nextSteps.ts";
import { labelDeploymentState, labelHealthState } from "../../../src/webview/deployment/stateLabels.ts";
import type { DeploymentFacts } from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import { formatLongDuration, formatShortDuration } from "../../../src/webview/shared/format.ts";
import { deploymentFacts } from "../../support/browser/deploymentFacts.ts";

const steps = (change: Partial<DeploymentFacts>) =>
  findNextSteps({ ...deploymentFacts, ...change }).steps.map(({ label }) => label);
const sentence = (change: Partial<DeploymentFacts>) => findNextSteps({ ...deploymentFacts, ...change }).sentence;
const live = { id: "dep_2", version: "1.1.0" };

describe("the next steps of a deployment", () => {
  test("that serves are to test it, to copy its URL or token and to stop it", () => {
    expect(steps({ status: "running" })).toEqual(["Test", "Use In...", "Copy Token", "Stop", "Open Log"]);
  });

  test("that is a preview are to try it out, and to make it live or discard it", () => {
    expect(steps({ status: "running", isPreview: true })).toEqual([
      ...["Rehearse", "Promote", "Use In...", "Discard", "Open Log"],
    ]);
  });

  test("that serves, and whose API refuses the key, begin with the variables, and its sentence is the cause", () => {
    const message = "pets.example refuses API_KEY (GET /pets: 401).";
    const healthOf = (status: string, code: string) =>
      findApiProblem({ checks: [{ name: "api", status, code, message }], history: [] });
    const next = (status: string, code: string) =>
      findNextSteps({ ...deploymentFacts, status: "running" }, healthOf(status, code));
    expect(next("degraded", "credential_refused")).toMatchObject({
      sentence: message,
      steps: [{ label: "Edit Variables" }, { label: "Test" }, {}, {}, {}, {}],
    });
    expect(next("degraded", "api_unreachable")).toMatchObject({
      sentence: message,
      steps: [{ label: "Test" }, {}, {}, {}, {}],
    });
    expect(next("healthy", "api_ok").sentence).toBe("It serves requests.");
  });

  test("that is idle are those of one that serves, and its sentence says what starts it", () => {
    expect(steps({ status: "idle" })).toEqual(["Test", "Use In...", "Copy Token", "Stop", "Open Log"]);
    expect(sentence({ status: "idle" })).toContain("The next call starts it");
    expect(labelDeploymentState("idle")).toMatchObject({ word: "Idle", icon: "pause", tone: "calm" });
  });

  test("that failed are to deploy the earlier version if none serves; the sentence has advice and the version that still serves", () => {
    const failure = { step: "handshake", message: "It did not answer.", log: [] };
    const failed = { status: "failed", failure, isLive: false, url: null };
    expect(steps({ ...failed, earlier: live })).toEqual(["Go Back to 1.1.0", "Open Log"]);
    expect(steps({ ...failed, earlier: live, live })).toEqual(["Open Log", "Open Live Deployment"]);
    expect(sentence({ ...failed, live })).toBe(
      "The server must listen on HOST and PORT and serve MCP at /mcp. Version 1.1.0 still serves requests.",
    );
    expect(sentence({ ...failed, version: "1.1.0", live })).toMatch(/Another deployment of 1\.1\.0 serves requests\.$/);
    expect(steps(failed)).toEqual(["Open Log"]);
  });

  test("that failed follow from the cause", () => {
    const failed = (cause: { message: string; hasLine: boolean; variable?: string }) =>
      steps({ status: "failed", isLive: false, failure: { step: "start", message: "It ended.", log: [], cause } })[0];
    expect(failed({ message: "API_KEY is not set", hasLine: true, variable: "API_KEY" })).toBe("Set API_KEY");
    expect(failed({ message: "TypeError: no", hasLine: true })).toBe("Show Line");
    expect(failed({ message: "TypeError: no", hasLine: false })).toBe("Open Log");
  });

  test("that failed because nothing can run it now are to choose where it runs, or to deploy it again", () => {
    const failure = { step: "start", message: "There is no engine.", log: [] };
    const failed = { status: "failed", isLive: false, failure, isRunnerMissing: true, earlier: live };
    expect(steps({ ...failed, canChooseRunner: true })).toEqual(["Run On...", "Deploy Again", "Open Log"]);
    expect(steps({ ...failed, live })).toEqual(["Deploy Again", "Open Log", "Open Live Deployment"]);
    expect(sentence(failed)).toMatch(/^Do what the message says, or choose where it runs/);
  });

  test("that was superseded are to open the live deployment", () => {
    expect(steps({ status: "superseded", live })).toEqual(["Open Live Deployment", "Deploy Again", "Open Log"]);
    expect(sentence({ status: "superseded", live })).toBe("Version 1.1.0 replaced it and serves requests.");
    const again = { status: "superseded", version: "1.1.0", live } as const;
    expect(sentence(again)).toBe("1.1.0 was deployed again and serves requests.");
  });

  test("that was stopped are to start it", () => {
    expect(steps({ status: "stopped", isStopped: true })[0]).toBe("Start");
    expect(steps({ status: "stopped", isStopped: false })[0]).toBe("Deploy Again");
  });

  test("whose server was removed or whose state is unknown are to open its log", () => {
    expect(steps({ isServerGone: true })).toEqual(["Open Log"]);
    expect(steps({ status: "paused" })).toEqual(["Open Log"]);
  });

  test("have a sentence in every state of the contract", () => {
    const silent = deploymentStates.filter((status) => sentence({ status }) === "");
    expect(silent).toEqual([]);
  });
});

describe("state labels", () => {
  test("have a word of their own and a known icon", () => {
    const all = deploymentStates.map((state) => labelDeploymentState(state));
    expect(new Set(all.map(({ word }) => word)).size).toBe(deploymentStates.length);
    expect(all.filter(({ icon }) => icon === "question")).toEqual([]);
  });

  test("of unknown states are the states themselves", () => {
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

  test("is split into bands of the same state", () => {
    expect(computeHealthBands(history, start + 240)).toEqual([
      { from: start, to: start + 120, status: "healthy" },
      { from: start + 120, to: start + 180, status: "unhealthy" },
      { from: start + 180, to: start + 240, status: "healthy" },
    ]);
  });

  test("is summarized by shares of the time and by latency", () => {
    const { medianMs, longestMs, shares } = summarizeHealth(history, start + 240);
    expect([medianMs, longestMs]).toEqual([20, 30]);
    expect(shares).toEqual([
      { status: "healthy", share: 0.75 },
      { status: "unhealthy", share: 0.25 },
    ]);
  });

  test("has a gap where the service did not run, in which no state lasts", () => {
    const interrupted = [...history, sample(30, "healthy", 10), sample(31, "healthy", 10)];
    const bands = computeHealthBands(markHealthGaps(interrupted), start + 31 * 60);
    expect(bands.slice(-3)).toEqual([
      { from: start + 180, to: start + 240, status: "healthy" },
      { from: start + 240, to: start + 1800, status: "not checked" },
      { from: start + 1800, to: start + 1860, status: "healthy" },
    ]);
    expect(markHealthGaps(history)).toEqual(history);
  });

  test("is listed by minute, newest first, with the worst state", () => {
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

  test("of an empty history is empty", () => {
    expect([computeHealthBands([], 0), computeHealthMinutes([]), summarizeHealth([], 0).shares]).toEqual([[], [], []]);
  });
});

describe("formatted amounts", () => {
  test("have units and plurals", () => {
    expect([
      formatQuantity(1, "row", "rows"),
      formatQuantity(12_345, "row", "rows"),
      formatQuantity(0, "row", "rows"),
    ]).toEqual(["1 row", "12,345 rows", "0 rows"]);
    expect([formatShortDuration(12.4), formatShortDuration(1400)]).toEqual(["12 ms", "1.4 s"]);
    expect([0, 999, 61_000, 3_600_000, 90_061_000].map(formatLongDuration)).toEqual([
      "0 s",
      "0 s",
      "1 min 1 s",
      "1 h",
      "1 d 1 h",
    ]);
  });

  test("are `just now` for a time that is ahead of a slow clock", () => {
    expect(formatRelativeTime("2026-01-01T00:00:10Z", Date.parse("2026-01-01T00:00:00Z"))).toBe("just now");
  });
});

test.each(["constructor", "__proto__"])("a state with the name %s is an unknown state", (status) => {
  expect(labelHealthState(status)).toEqual({ word: status, icon: "question", tone: "calm" });
});
