import type { ServiceClient } from "../../client/client.ts";
import { isDeploymentFinished } from "../../contract/deployments.ts";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import type {
  DeploymentPanelProblem,
  DeploymentPanelSubject,
  DeploymentPanelToWebview,
} from "../../webview/protocol/deploymentPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { createPoller, type Poller, type PollerOptions } from "../foundation/poller.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { describeReadFailure } from "./deploymentFailure.ts";
import { createEventFeed } from "./eventFeed.ts";
import * as facts from "./readDeploymentFacts.ts";

export interface DeploymentReaderOptions {
  readonly client: ServiceClient;
  readonly subject: DeploymentPanelSubject;
  /** The last event that the page has. */
  readonly after: number;
  readonly tell: (message: DeploymentPanelToWebview) => void;
  readonly onTrouble: (trouble: DeploymentPanelProblem | undefined) => void;
  readonly onKnown: (known: facts.DeploymentSnapshot) => void;
  readonly onRun: (run: TestRunDetail | undefined) => void;
  readonly later?: PollerOptions["later"];
}

/** All that is read of a deployment while its panel is seen. */
export interface DeploymentReader {
  /** The user did something that shows soon. */
  hurry(): void;
  stop(): void;
}

const paceMs = { moving: 1000, live: 5000, over: 20_000, testing: 1000, tests: 10_000, hurried: 1500 } as const;
/** How long what the user has ordered may take to show. */
const hurryMs = 30_000;
const partWords = { health: "health", tests: "test runs" } as const;
/** Events come in crowds; what they change is read once for each. */
const settleMs = 100;

export function startDeploymentReader(parts: DeploymentReaderOptions): DeploymentReader {
  const { client, subject, tell } = parts;
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
  const poll = (everyMs: () => number, work: (signal: AbortSignal) => Promise<unknown>): Poller =>
    createPoller({ work, everyMs: () => pace(everyMs()), ...(parts.later && { later: parts.later }) });
  /** A part of the panel that the rest can do without. */
  const section = (part: "health" | "tests", everyMs: () => number, read: (signal: AbortSignal) => Promise<void>) =>
    poll(everyMs, async (signal) => {
      try {
        await read(signal);
      } catch (error) {
        const words =
          readUnavailability(error)?.words ?? `Its ${partWords[part]} could not be read: ${readErrorMessage(error)}`;
        if (!signal.aborted) tell({ type: "unread", part, words });
        throw error;
      }
    });

  const fail = (error: unknown) => {
    if (!isAbortError(error)) parts.onTrouble(describeReadFailure(error, subject));
  };
  const health = section("health", statePace, async (signal) => {
    const read = await facts.readDeploymentHealth(client, id, signal);
    if (!signal.aborted) tell({ type: "health", health: read });
  });
  const tests = section(
    "tests",
    () => (facts.isTestRunActive(run) ? paceMs.testing : paceMs.tests),
    async (signal) => {
      if (!known) return;
      const { serverId, digest } = known.deployment;
      if (serverId === undefined || digest === undefined)
        return tell({ type: "unread", part: "tests", words: "The service does not say which files these are." });
      const read = await facts.readDeploymentTests(client, { serverId, digest }, signal);
      if (signal.aborted) return;
      run = read;
      parts.onRun(run);
      tell({ type: "tests", run: run ? facts.createTestFacts(run) : null });
    },
  );
  const feed = createEventFeed({
    ...{ client, deploymentId: id, after: parts.after, onFailure: fail },
    ...(parts.later && { later: parts.later }),
    tell: (rows) => tell({ type: "events", rows }),
    follows: (state) => tell({ type: "following", state }),
    onEvent: () => {
      settling ??= setTimeout(() => {
        settling = undefined;
        state.now();
        health.now();
      }, settleMs);
    },
  });
  const state = poll(statePace, async (signal) => {
    try {
      const read = await facts.readDeploymentSnapshot(client, id, signal);
      if (signal.aborted) return;
      known = read;
    } catch (error) {
      if (!signal.aborted) fail(error);
      throw error;
    }
    parts.onTrouble(undefined);
    parts.onKnown(known);
    tell({ type: "facts", facts: facts.createDeploymentFacts(known, subject.serverName) });
    if (known.all.kind === "unavailable") tell({ type: "unread", part: "others", words: known.all.reason.words });
    else tell({ type: "others", others: facts.listOtherDeployments(known) });
    tests.start();
    // Also one that was brought back.
    if (!isDeploymentFinished(known.deployment.status)) feed.start();
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
