import type { ServiceClient } from "../../client/client.ts";
import { isTestRunFinished, type TestRun, type TestRunDetail } from "../../contract/testRuns.ts";
import { followTestRun } from "../../core/testrun/followTestRun.ts";
import type { ModelRelay } from "../../core/testrun/modelRelay.ts";
import { openTestRunHistory } from "../../core/testrun/testRunHistory.ts";
import { findTestOwner, type TestOwner } from "../../core/testrun/testSubject.ts";
import type { App } from "../app.ts";
import type { ModelChoice } from "./confirmModelUse.ts";
import type { PreparedTestRun, StartedTestRun } from "./prepareTestRun.ts";

/** Where a run is shown. */
export interface TestRunView extends Seen {
  readonly started: (run: StartedTestRun) => Promise<void>;
}

/** How a run is looked at. */
interface Seen {
  /** Aborted: nobody looks any more. The run goes on. */
  readonly signal: AbortSignal;
  /** The editor keeps the results by itself. */
  readonly isKept: boolean;
  readonly changed: (run: TestRunDetail) => Promise<void>;
}

/** Starts a run and sees it to its end; undefined where it was not started, or left. The relay ends with the watching. */
export async function runPreparedTest(
  app: Pick<App, "connections" | "memory" | "model">,
  client: ServiceClient,
  prepared: PreparedTestRun,
  choice: ModelChoice,
  view: TestRunView,
): Promise<TestRun | undefined> {
  const relay = await openRelay(app, prepared, choice);
  try {
    const model = relay && choice.kind === "with" && { ...addressOf(relay), name: choice.model.name };
    const started = await prepared.start(client, model || undefined);
    const owner = started && findTestOwner(started.subject);
    if (!started || !owner) return undefined;
    await remember(app, owner, started.run, view.isKept);
    await view.started(started);
    return await watchTestRun(app, owner, started.run, view);
  } finally {
    await relay?.close();
  }
}

/** Sees a run to its end that was started before, here or elsewhere. */
export async function watchTestRun(
  app: Pick<App, "connections" | "memory">,
  owner: TestOwner,
  run: TestRunDetail,
  { signal, isKept, changed }: Seen,
): Promise<TestRun | undefined> {
  await changed(run);
  if (isTestRunFinished(run.status)) return run;
  const left = new AbortController();
  const scope = app.connections.scope();
  // Another connection knows nothing of it, and may know another by the same id. Who signs out wants nothing to go on.
  const listening = app.connections.onDidChange(({ kind }) => {
    if (app.connections.scope() !== scope || kind === "signedOut") left.abort();
  });
  try {
    const client = () => app.connections.quiet();
    const both = AbortSignal.any([signal, left.signal]);
    const { kind } = owner;
    const following = { kind, id: run.id, since: run.revision ?? 0, client, signal: both, onChange: changed };
    const ended = await followTestRun(following);
    if (ended) await remember(app, owner, ended, isKept);
    return ended;
  } finally {
    listening.dispose();
  }
}

function remember(
  app: Pick<App, "connections" | "memory">,
  { kind, id: ownerId }: TestOwner,
  { id, status }: TestRun,
  isKept: boolean,
): Promise<void> {
  const connectionId = app.connections.scope() ?? "";
  const isOpen = !isTestRunFinished(status);
  return openTestRunHistory(app.memory).put({
    connectionId,
    kind,
    ownerId,
    runId: id,
    isOpen,
    isKept: isKept && !isOpen,
  });
}

async function openRelay(
  app: Pick<App, "model">,
  { calls }: PreparedTestRun,
  choice: ModelChoice,
): Promise<ModelRelay | undefined> {
  if (choice.kind !== "with" || calls.most === 0) return undefined;
  const { baseUrl } = choice.model;
  const key = await app.model.settings.keyFor(choice.model);
  return app.model.openRelay({ baseUrl, key, mostCalls: calls.most });
}

function addressOf({ baseUrl, token }: ModelRelay) {
  return { baseUrl, key: token };
}
