import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { isDeploymentFinished } from "../../../contract/deployments.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import { isTestRunFinished, type TestRunDetail } from "../../../contract/testRuns.ts";
import type {
  DeploymentPanelProblem,
  DeploymentPanelSubject,
  DeploymentPanelToWebview,
} from "../../../webview/protocol/deploymentPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import { createPoller, type Poller, type PollerOptions } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import { readUnavailability } from "../../base/unavailability.ts";
import type { RefusedHost } from "../../server/model/allowedHosts.ts";
import { isDeploymentUnderWay } from "../../server/model/serverState.ts";
import { createEventPolling } from "../model/eventPolling.ts";
import { isRecording } from "../model/readRecording.ts";
import { describeReadFailure } from "./deploymentFailure.ts";
import { createEventFeed } from "./eventFeed.ts";
import * as facts from "./readDeploymentFacts.ts";
import { createTraceFeed } from "./traceFeed.ts";

export interface DeploymentReaderOptions {
  readonly client: ServiceClient;
  readonly subject: DeploymentPanelSubject;
  /** The last event that the page has. */
  readonly after: number;
  readonly post: (message: DeploymentPanelToWebview) => void;
  readonly onProblem: (problem: DeploymentPanelProblem | undefined) => void;
  readonly onSnapshot: (snapshot: facts.DeploymentSnapshot) => void;
  readonly onRun: (run: TestRunDetail | undefined) => void;
  readonly onRefusedHost?: ((refused: RefusedHost) => void) | undefined;
  readonly polling: Polling;
  readonly later?: PollerOptions["runLater"];
}

/** The intervals after a change. They grow while nothing changes. */
const intervalsMs = {
  changing: 1000,
  live: 5000,
  finished: 20_000,
  testing: 1000,
  tests: 10_000,
  recording: 1500,
  hurried: 1500,
} as const;
/** The requests of one read of each part. */
const requests = { state: 3, health: 1, tests: 2, traces: 1 } as const;
/** The time for which an action makes polling faster. */
const hurryMs = 30_000;
type PollResult = "changed" | "unchanged" | undefined;
const partFailures = {
  health: (reason: string) => l10n.t`Its health could not be read: ${reason}`,
  tests: (reason: string) => l10n.t`Its test runs could not be read: ${reason}`,
  traces: (reason: string) => l10n.t`Its recorded calls could not be read: ${reason}`,
} as const;
/** Events within this time cause one read of the state. */
const settleMs = 100;

export function startDeploymentReader(options: DeploymentReaderOptions): DeploymentReader {
  const reader = new DeploymentReader(options);
  reader.start();
  return reader;
}

/** Reads the state, health, tests and events of a deployment while its panel is visible. */
export class DeploymentReader {
  readonly #options: DeploymentReaderOptions;
  readonly #state: Poller;
  readonly #health: Poller;
  readonly #tests: Poller;
  readonly #traces: Poller;
  readonly #traceFeed: ReturnType<typeof createTraceFeed>;
  readonly #feed: ReturnType<typeof createEventFeed>;
  #snapshot: facts.DeploymentSnapshot | undefined;
  #run: TestRunDetail | undefined;
  /** What each part showed last. */
  readonly #shown = new Map<keyof typeof requests, string>();
  /** The recording that was read last, as JSON. */
  #recording: string | undefined;
  #hurriedUntil = 0;
  #settling: NodeJS.Timeout | undefined;

  constructor(options: DeploymentReaderOptions) {
    this.#options = options;
    this.#state = this.#createPoller(
      "state",
      () => this.#stateIntervalMs(),
      (signal) => this.#readState(signal),
    );
    this.#health = this.#createPartPoller(
      "health",
      () => this.#stateIntervalMs(),
      (signal) => this.#readHealth(signal),
    );
    this.#tests = this.#createPartPoller(
      "tests",
      () => (this.#run && !isTestRunFinished(this.#run.status) ? intervalsMs.testing : intervalsMs.tests),
      (signal) => this.#readTests(signal),
    );
    this.#traceFeed = createTraceFeed(options.client, options.subject.deploymentId, options.post);
    this.#traces = this.#createPartPoller(
      "traces",
      () => (this.#isRecording() ? intervalsMs.recording : intervalsMs.finished),
      async (signal) => ((await this.#traceFeed.read(signal)) ? "changed" : "unchanged"),
    );
    this.#feed = this.#createFeed();
  }

  /** The tests are read after the first state, because they belong to its files. */
  start(): void {
    this.#feed.start();
    this.#state.start();
    this.#health.start();
  }

  /** Polls faster for a while, because the user started an action. */
  hurry(): void {
    this.#hurriedUntil = performance.now() + hurryMs;
    this.readNow();
    this.#tests.now();
  }

  /** Reads the state and the health at once, because a command changed something. */
  readNow(): void {
    for (const poller of [this.#state, this.#health]) poller.now();
  }

  findTrace(sequence: number): CallTrace | undefined {
    return this.#traceFeed.find(sequence);
  }

  stop(): void {
    clearTimeout(this.#settling);
    for (const part of [this.#feed, this.#state, this.#health, this.#tests, this.#traces]) part.stop();
  }

  #createPoller(
    part: keyof typeof requests,
    everyMs: () => number,
    work: (signal: AbortSignal) => Promise<PollResult>,
  ): Poller {
    const { polling, later } = this.#options;
    const limitInterval = (ms: number) =>
      performance.now() < this.#hurriedUntil ? Math.min(ms, intervalsMs.hurried) : ms;
    return createPoller({
      work,
      polling,
      requests: () => requests[part],
      longestMs: polling.restMs,
      everyMs: () => limitInterval(everyMs()),
      ...(later && { runLater: later }),
    });
  }

  /** Polls one part of the panel. Its failure leaves the other parts as they are. */
  #createPartPoller(
    part: keyof typeof partFailures,
    everyMs: () => number,
    read: (signal: AbortSignal) => Promise<PollResult>,
  ): Poller {
    return this.#createPoller(part, everyMs, async (signal) => {
      try {
        return await read(signal);
      } catch (error) {
        const message = readUnavailability(error)?.message ?? partFailures[part](readErrorMessage(error));
        if (!signal.aborted) this.#options.post({ type: "partFailed", part, message });
        throw error;
      }
    });
  }

  #createFeed(): ReturnType<typeof createEventFeed> {
    const { client, subject, after, post, polling, later, onRefusedHost } = this.#options;
    return createEventFeed({
      client,
      deploymentId: subject.deploymentId,
      after,
      onRefusedHost,
      ...(later && { later }),
      onFailure: (error) => this.#reportFailure(error),
      polling: createEventPolling({ polling }),
      post: (rows) => post({ type: "events", rows }),
      onStreamState: (state) => post({ type: "streamState", state }),
      // A request is recorded before its event.
      onRequest: () => {
        if (this.#isRecording()) this.#traces.soon();
      },
      onEvent: () => {
        this.#settling ??= setTimeout(() => {
          this.#settling = undefined;
          this.#state.soon();
          this.#health.soon();
        }, settleMs);
      },
    });
  }

  #stateIntervalMs(): number {
    if (!this.#snapshot || isDeploymentUnderWay(this.#snapshot.deployment)) return intervalsMs.changing;
    return isDeploymentFinished(this.#snapshot.deployment.status) ? intervalsMs.finished : intervalsMs.live;
  }

  async #readState(signal: AbortSignal): Promise<PollResult> {
    const { client, subject, onProblem, onSnapshot } = this.#options;
    let snapshot: facts.DeploymentSnapshot;
    try {
      snapshot = await facts.readDeploymentSnapshot(client, subject.deploymentId, signal);
    } catch (error) {
      if (!signal.aborted) this.#reportFailure(error);
      throw error;
    }
    if (signal.aborted) return "unchanged";
    this.#snapshot = snapshot;
    onProblem(undefined);
    onSnapshot(snapshot);
    this.#postSnapshot(snapshot);
    this.#tests.start();
    this.#readRecording(snapshot);
    // A finished deployment can start again, and then has new events.
    if (!isDeploymentFinished(snapshot.deployment.status)) this.#feed.start();
    return this.#findChange("state", snapshot.deployment, snapshot.server, snapshot.all);
  }

  /** Without a recording there is nothing to read. */
  #readRecording({ deployment }: facts.DeploymentSnapshot): void {
    const state = JSON.stringify(deployment.recording);
    if (deployment.recording) this.#traces.start();
    else this.#traces.stop();
    if (deployment.recording && state !== this.#recording) this.#traces.now();
    this.#recording = state;
  }

  #isRecording(): boolean {
    return this.#snapshot !== undefined && isRecording(this.#snapshot.deployment);
  }

  #postSnapshot(snapshot: facts.DeploymentSnapshot): void {
    const { post, subject } = this.#options;
    post({ type: "facts", facts: facts.createDeploymentFacts(snapshot, subject.serverName) });
    if (snapshot.all.kind === "unavailable")
      post({ type: "partFailed", part: "others", message: snapshot.all.reason.message });
    else post({ type: "others", others: facts.listOtherDeployments(snapshot) });
  }

  async #readHealth(signal: AbortSignal): Promise<PollResult> {
    const { client, subject, post } = this.#options;
    const health = await facts.readDeploymentHealth(client, subject.deploymentId, signal, this.#snapshot?.server);
    if (!signal.aborted) post({ type: "health", health });
    return this.#findChange("health", health.status, health.checks, health.restarts);
  }

  async #readTests(signal: AbortSignal): Promise<PollResult> {
    if (!this.#snapshot) return undefined;
    const { client, post, onRun } = this.#options;
    const { serverId, digest } = this.#snapshot.deployment;
    if (serverId === undefined || digest === undefined) {
      post({ type: "partFailed", part: "tests", message: l10n.t("The service does not say which files these are.") });
      return undefined;
    }
    const run = await facts.readDeploymentTests(client, { serverId, digest }, signal);
    if (signal.aborted) return undefined;
    this.#run = run;
    onRun(run);
    post({ type: "tests", run: run ? facts.createTestFacts(run) : null });
    return this.#findChange("tests", run?.id, run?.status, run?.revision, run?.summary);
  }

  /** Compares what a part shows with its last read. */
  #findChange(part: keyof typeof requests, ...read: readonly unknown[]): PollResult {
    const text = JSON.stringify(read);
    const isSame = this.#shown.get(part) === text;
    this.#shown.set(part, text);
    return isSame ? "unchanged" : "changed";
  }

  #reportFailure(error: unknown): void {
    if (!isAbortError(error)) this.#options.onProblem(describeReadFailure(error, this.#options.subject));
  }
}
