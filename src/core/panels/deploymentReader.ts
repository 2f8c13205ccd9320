import type { Client } from "../../client/client.ts";
import { isFinished } from "../../contract/deployments.ts";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import type { DeploymentHears, DeploymentSubject, Trouble } from "../../webview/protocol/deploymentPanelMessages.ts";
import { isAborted, messageOf } from "../foundation/failure.ts";
import { createPoller, type Poller, type PollerOptions } from "../foundation/poller.ts";
import { withheld } from "../foundation/unavailability.ts";
import { failureTrouble } from "./deploymentFailure.ts";
import { createEventFeed } from "./eventFeed.ts";
import * as facts from "./readDeploymentFacts.ts";

export interface ReadingParts {
  readonly client: Client;
  readonly subject: DeploymentSubject;
  /** The last event that the page has. */
  readonly after: number;
  readonly tell: (message: DeploymentHears) => void;
  readonly onTrouble: (trouble: Trouble | undefined) => void;
  readonly onKnown: (known: facts.Known) => void;
  readonly onRun: (run: TestRunDetail | undefined) => void;
  readonly later?: PollerOptions["later"];
}

/** All that is read of a deployment while its panel is seen. */
export interface Reading {
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

export function startReading(parts: ReadingParts): Reading {
  const { client, subject, tell } = parts;
  const id = subject.deploymentId;
  let known: facts.Known | undefined;
  let run: TestRunDetail | undefined;
  let hurriedUntil = 0;
  let settling: NodeJS.Timeout | undefined;

  const pace = (calm: number) => (performance.now() < hurriedUntil ? Math.min(calm, paceMs.hurried) : calm);
  const statePace = () => {
    if (!known || facts.isMoving(known)) return paceMs.moving;
    return isFinished(known.deployment.status) ? paceMs.over : paceMs.live;
  };
  const poll = (everyMs: () => number, work: (signal: AbortSignal) => Promise<unknown>): Poller =>
    createPoller({ work, everyMs: () => pace(everyMs()), ...(parts.later && { later: parts.later }) });
  /** A part of the panel that the rest can do without. */
  const section = (part: "health" | "tests", everyMs: () => number, read: (signal: AbortSignal) => Promise<void>) =>
    poll(everyMs, async (signal) => {
      try {
        await read(signal);
      } catch (error) {
        const words = withheld(error)?.words ?? `Its ${partWords[part]} could not be read: ${messageOf(error)}`;
        if (!signal.aborted) tell({ type: "unread", part, words });
        throw error;
      }
    });

  const fail = (error: unknown) => {
    if (!isAborted(error)) parts.onTrouble(failureTrouble(error, subject));
  };
  const health = section("health", statePace, async (signal) => {
    const read = await facts.readHealth(client, id, signal);
    if (!signal.aborted) tell({ type: "health", health: read });
  });
  const tests = section(
    "tests",
    () => (facts.isRunning(run) ? paceMs.testing : paceMs.tests),
    async (signal) => {
      if (!known) return;
      const read = await facts.readTests(client, known.deployment, signal);
      if (signal.aborted) return;
      run = read;
      parts.onRun(run);
      tell({ type: "tests", run: run ? facts.testsOf(run) : null });
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
      const read = await facts.readKnown(client, id, signal);
      if (signal.aborted) return;
      known = read;
    } catch (error) {
      if (!signal.aborted) fail(error);
      throw error;
    }
    parts.onTrouble(undefined);
    parts.onKnown(known);
    tell({ type: "facts", facts: facts.factsOf(known, subject.serverName) });
    tell({ type: "others", others: facts.othersOf(known) });
    tests.start();
    // Also one that was brought back.
    if (!isFinished(known.deployment.status)) feed.start();
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
