import type { ServiceClient } from "../../client/client.ts";
import { isDeploymentFinished } from "../../contract/deployments.ts";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import type {
  DeploymentPanelProblem,
  DeploymentPanelSubject,
  DeploymentPanelToWebview,
} from "../../webview/protocol/deploymentPanelMessages.ts";
import { createEventPolling } from "../deployment/eventPolling.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { createPoller, type Poller, type PollerOptions } from "../foundation/poller.ts";
import type { Polling } from "../foundation/polling.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { describeReadFailure } from "./deploymentFailure.ts";
import { createEventFeed } from "./eventFeed.ts";
import * as facts from "./readDeploymentFacts.ts";

export interface DeploymentReaderOptions {
  readonly client: ServiceClient;
  readonly subject: DeploymentPanelSubject;
  /** The last event that the page has. */
  readonly after: number;
  readonly post: (message: DeploymentPanelToWebview) => void;
  readonly onProblem: (problem: DeploymentPanelProblem | undefined) => void;
  readonly onSnapshot: (known: facts.DeploymentSnapshot) => void;
  readonly onRun: (run: TestRunDetail | undefined) => void;
  readonly polling: Polling;
  readonly later?: PollerOptions["runLater"];
}

/** Reads the state, health, tests and events of a deployment while its panel is visible. */
export interface DeploymentReader {
  /** Reads at once and then more often, because the user started an action. */
  hurry(): void;
  stop(): void;
}

/** The intervals after a change. They grow while nothing changes. */
const paceMs = { moving: 1000, live: 5000, over: 20_000, testing: 1000, tests: 10_000, hurried: 1500 } as const;
/** The time for which an action makes polling faster. */
const hurryMs = 30_000;
/** The requests of one read of each part. */
const requests = { state: 3, health: 1, tests: 2 } as const;
const partNames = { health: "health", tests: "test runs" } as const;
/** Events within this time cause one read of the state. */
const settleMs = 100;

export function startDeploymentReader(parts: DeploymentReaderOptions): DeploymentReader {
  const { client, subject, polling, post } = parts;
  const id = subject.deploymentId;
  let known: facts.DeploymentSnapshot | undefined;
  let run: TestRunDetail | undefined;
  let hurriedUntil = 0;
  let settling: NodeJS.Timeout | undefined;

  const pace = (calm: number) => (performance.now() < hurriedUntil ? Math.min(calm, paceMs.hurried) : calm);
  const statePace = () => {
    if (!known || facts.isDeploymentChanging(known)) return paceMs.moving;
    return isDeploymentFinished(known.deployment.status) ? paceMs.over : paceMs.live;
  };
  const poll = (
    part: keyof typeof requests,
    everyMs: () => number,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Poller =>
    createPoller({
      work,
      polling,
      requests: () => requests[part],
      everyMs: () => pace(everyMs()),
      longestMs: polling.restMs,
      ...(parts.later && { runLater: parts.later }),
    });
  const shown = new Map<keyof typeof requests, string>();
  /** Compares what a part shows with the last read. */
  const findChange = (part: keyof typeof requests, ...read: readonly unknown[]) => {
    const text = JSON.stringify(read);
    const isSame = shown.get(part) === text;
    shown.set(part, text);
    return isSame ? "unchanged" : "changed";
  };
  /** Polls one part of the panel. Its failure leaves the other parts as they are. */
  const pollPart = (part: "health" | "tests", everyMs: () => number, read: (signal: AbortSignal) => Promise<unknown>) =>
    poll(part, everyMs, async (signal) => {
      try {
        return await read(signal);
      } catch (error) {
        const message =
          readUnavailability(error)?.message ?? `Its ${partNames[part]} could not be read: ${readErrorMessage(error)}`;
        if (!signal.aborted) post({ type: "partFailed", part, message });
        throw error;
      }
    });

  const reportFailure = (error: unknown) => {
    if (!isAbortError(error)) parts.onProblem(describeReadFailure(error, subject));
  };
  const health = pollPart("health", statePace, async (signal) => {
    const read = await facts.readDeploymentHealth(client, id, signal);
    if (!signal.aborted) post({ type: "health", health: read });
    return findChange("health", read.status, read.checks, read.restarts);
  });
  const tests = pollPart(
    "tests",
    () => (facts.isTestRunActive(run) ? paceMs.testing : paceMs.tests),
    async (signal) => {
      if (!known) return;
      const { serverId, digest } = known.deployment;
      if (serverId === undefined || digest === undefined)
        return post({ type: "partFailed", part: "tests", message: "The service does not say which files these are." });
      const read = await facts.readDeploymentTests(client, { serverId, digest }, signal);
      if (signal.aborted) return;
      run = read;
      parts.onRun(run);
      post({ type: "tests", run: run ? facts.createTestFacts(run) : null });
      return findChange("tests", run?.id, run?.status, run?.revision, run?.summary);
    },
  );
  const feed = createEventFeed({
    ...{ client, deploymentId: id, after: parts.after, onFailure: reportFailure },
    polling: createEventPolling(polling),
    ...(parts.later && { later: parts.later }),
    post: (rows) => post({ type: "events", rows }),
    onStreamState: (state) => post({ type: "streamState", state }),
    onEvent: () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        state.soon();
        health.soon();
      }, settleMs);
    },
  });
  const state = poll("state", statePace, async (signal) => {
    try {
      const read = await facts.readDeploymentSnapshot(client, id, signal);
      if (signal.aborted) return;
      known = read;
    } catch (error) {
      if (!signal.aborted) reportFailure(error);
      throw error;
    }
    parts.onProblem(undefined);
    parts.onSnapshot(known);
    post({ type: "facts", facts: facts.createDeploymentFacts(known, subject.serverName) });
    if (known.all.kind === "unavailable")
      post({ type: "partFailed", part: "others", message: known.all.reason.message });
    else post({ type: "others", others: facts.listOtherDeployments(known) });
    tests.start();
    // A finished deployment can start again, and then has new events.
    if (!isDeploymentFinished(known.deployment.status)) feed.start();
    return findChange("state", known.deployment, known.server, known.all);
  });

  feed.start();
  state.start();
  health.start();
  return {
    hurry: () => {
      hurriedUntil = performance.now() + hurryMs;
      for (const one of [state, tests]) one.now();
    },
    stop: () => {
      clearTimeout(settling);
      for (const one of [feed, state, health, tests]) one.stop();
    },
  };
}
