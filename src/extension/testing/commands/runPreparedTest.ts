import type { ServiceClient } from "../../../client/client.ts";
import { isTestRunFinished, type TestRun, type TestRunDetail } from "../../../contract/testRuns.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { followTestRun } from "../model/followTestRun.ts";
import type { ModelRelay } from "../model/modelRelay.ts";
import { openFailedVersions, openTestRunHistory } from "../model/testMemory.ts";
import { findTestOwner, type TestOwner } from "../model/testSubject.ts";
import type { TestingServices } from "../testingServices.ts";
import type { ModelChoice } from "./confirmModelUse.ts";
import type { PreparedTestRun, RelayedModel, StartedTestRun } from "./prepareTestRun.ts";

/** The view of a run. */
export interface TestRunView extends Seen {
  readonly started: (run: StartedTestRun) => Promise<void>;
}

/** How a run is followed. */
interface Seen {
  /** Abort stops following. The run continues. */
  readonly signal: AbortSignal;
  /** The editor stores the results itself. */
  readonly isKept: boolean;
  readonly changed: (run: TestRunDetail) => Promise<void>;
}

export type RunPreparedTestContext = EditorServices &
  ConnectionServices &
  Pick<TestingServices, "model" | "pendingRuns">;

/**
 * Starts a run and follows it to its end; undefined if it did not start, or the user stopped following. The relay
 * closes with it.
 */
export async function runPreparedTest(
  app: RunPreparedTestContext,
  client: ServiceClient,
  prepared: PreparedTestRun,
  choice: ModelChoice,
  view: TestRunView,
): Promise<TestRun | undefined> {
  const isEvaluation = prepared.order.evaluation !== undefined && choice.kind === "with";
  const stop = () => isEvaluation && choice.budget.stop("The evaluation was cancelled.");
  view.signal.addEventListener("abort", stop);
  const relay = await openRelay(app, prepared, choice);
  // The run of an evaluation ends by itself when no call is passed on any more, and its end is followed.
  const signal = isEvaluation ? new AbortController().signal : view.signal;
  try {
    if (isEvaluation && view.signal.aborted) return undefined;
    const scope = app.connections.scope();
    const started = await prepared.start(client, createRelayedModel(relay, choice));
    const owner = started && findTestOwner(started.subject);
    if (!started || !owner) return undefined;
    await remember(app, scope, owner, started.run, view.isKept);
    await view.started(started);
    const ended = await watchTestRun(app, owner, started.run, { ...view, signal }, scope);
    if (ended?.status === "passed" && ended.serverId && ended.version && prepared.order.cases === undefined)
      await openFailedVersions(app.memory).remove(`${ended.serverId} ${ended.version}`);
    return ended;
  } finally {
    view.signal.removeEventListener("abort", stop);
    await relay?.close();
  }
}

/** Follows a started run of a connection to its end. */
export async function watchTestRun(
  app: ConnectedServices & Pick<TestingServices, "pendingRuns">,
  owner: TestOwner,
  run: TestRunDetail,
  { signal, isKept, changed }: Seen,
  scope = app.connections.scope(),
): Promise<TestRun | undefined> {
  await changed(run);
  if (isTestRunFinished(run.status)) return run;
  if (app.connections.scope() !== scope) return undefined;
  const left = new AbortController();
  // Another connection does not have the run, and may use the same id for another. Signing out stops following too.
  const listening = app.connections.onDidChange(({ kind }) => {
    if (app.connections.scope() !== scope || kind === "signedOut") left.abort();
  });
  try {
    const client = () => app.connections.quiet();
    const both = AbortSignal.any([signal, left.signal]);
    const ended = await followTestRun({
      kind: owner.kind,
      ownerId: owner.id,
      id: run.id,
      since: run.revision ?? 0,
      client,
      signal: both,
      onChange: changed,
      pending: app.pendingRuns,
    });
    if (ended) await remember(app, scope, owner, ended, isKept);
    return ended;
  } finally {
    listening.dispose();
  }
}

function remember(
  app: EditorServices,
  scope: string | undefined,
  { kind, id: ownerId }: TestOwner,
  { id, status }: TestRun,
  isKept: boolean,
): Promise<void> {
  const connectionId = scope ?? "";
  const isOpen = !isTestRunFinished(status);
  return openTestRunHistory(app.memory).save({
    connectionId,
    kind,
    ownerId,
    runId: id,
    isOpen,
    isKept: isKept && !isOpen,
  });
}

async function openRelay(
  app: Pick<TestingServices, "model">,
  { calls }: PreparedTestRun,
  choice: ModelChoice,
): Promise<ModelRelay | undefined> {
  if (choice.kind !== "with" || calls.most === 0) return undefined;
  const { runner, budget } = choice;
  return app.model.openRelay({ runner, key: await app.model.settings.keyFor(runner), budget });
}

function createRelayedModel(relay: ModelRelay | undefined, choice: ModelChoice): RelayedModel | undefined {
  if (!relay || choice.kind !== "with") return undefined;
  const { runner } = choice;
  const { baseUrl, token: key } = relay;
  return { baseUrl, key, name: runner.name, ...(runner.kind === "agent" && { agent: runner.agent }) };
}
