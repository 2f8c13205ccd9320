import * as l10n from "@vscode/l10n";
import { type CancellationToken, TestRunRequest, workspace } from "vscode";
import type { TestRun, TestRunDetail } from "../../../contract/testRuns.ts";
import { formatLocalTime } from "../../../text/formatTime.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { isNotConfirmedError, readErrorMessage } from "../../base/failure.ts";
import type { Disposable } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { confirmRunCode } from "../../registry/commands/codeConsent.ts";
import { type AskServerCredentialsContext, askServerCredentials } from "../../testing/commands/askServerCredentials.ts";
import { checkWorkspaceTrust } from "../../testing/commands/checkWorkspaceTrust.ts";
import { confirmModelUse, type ModelChoice } from "../../testing/commands/confirmModelUse.ts";
import {
  listRunCode,
  type PreparedTestRun,
  type PrepareTestRunContext,
  prepareTestRun,
} from "../../testing/commands/prepareTestRun.ts";
import { runPreparedTest, watchTestRun } from "../../testing/commands/runPreparedTest.ts";
import { formatTestedContent } from "../../testing/model/formatRun.ts";
import {
  findTestOwner,
  readSubjectName,
  type TestRequest,
  type TestRunFollowing,
  type TestSubject,
} from "../../testing/model/testSubject.ts";
import type { TestingServices } from "../../testing/testingServices.ts";
import { setWalkthroughContext } from "../views/contextKeys.ts";
import { type EditorTestRun, openEditorTestRun } from "./editorTestRun.ts";
import type { TestControllerStates } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";

/** A request of the Test Explorer. */
export interface TestExplorerRequest {
  readonly request: TestRunRequest;
  readonly token: CancellationToken;
}

/** The service's limit of parallel runs. */
const atATime = 4;

export type TestRunnerContext = PrepareTestRunContext &
  AskServerCredentialsContext &
  Pick<EditorServices & TestingServices, "client" | "model" | "pendingRuns">;

/** Runs tests and shows their results. */
export class TestRunner implements Disposable {
  readonly #states: TestControllerStates;
  readonly #context: TestRunnerContext;
  readonly #shownIds = new Set<string>();
  readonly #closing = new AbortController();

  constructor(states: TestControllerStates, context: TestRunnerContext) {
    this.#states = states;
    this.#context = context;
  }

  /** Whether this window already shows the run. */
  isShown(runId: string): boolean {
    return this.#shownIds.has(runId);
  }

  /** Prompts for confirmations, then runs a few subjects at a time. */
  async run(
    orders: readonly TestRequest[],
    explorerRequest?: TestExplorerRequest,
    following: TestRunFollowing = {},
  ): Promise<readonly TestRun[]> {
    const app = this.#context;
    const client = orders.length === 0 ? undefined : await app.client();
    if (!client) return [];
    if (!(await checkWorkspaceTrust(app, orders, workspace.isTrusted))) return [];
    if (!(await askServerCredentials(app, client, orders))) return [];
    const scope = app.connections.scope();
    const prepared: PreparedTestRun[] = [];
    for (const order of orders) {
      if (explorerRequest?.token.isCancellationRequested) return [];
      prepared.push(await prepareTestRun(app, client, order));
    }
    if (!(await confirmRunCode(app, listRunCode(prepared)))) return [];
    const calls = prepared.flatMap((one) => (one.order.evaluation ? [] : [one.calls]));
    const choice = await confirmModelUse(app, calls, following.onModelNote);
    // A confirmation applies only to the service it was given for.
    const isSame = () => app.connections.scope() === scope;
    return choice
      ? pooled(prepared, async (next) =>
          isSame() && !following.signal?.aborted
            ? this.#runOne(next, readEvaluationChoice(next) ?? choice, explorerRequest, following)
            : undefined,
        )
      : [];
  }

  /** Shows a started run, and follows it to its end. */
  async show(subjectItem: SubjectItem, run: TestRunDetail, isForeground: boolean): Promise<void> {
    const owner = findTestOwner(subjectItem.subject);
    if (!owner) return;
    const state = this.#states[subjectItem.subject.kind];
    const request = new TestRunRequest([subjectItem.item], undefined, state.profile, false, !isForeground);
    const when = run.createdAt && formatLocalTime(run.createdAt, Date.now());
    const title = [joinWords(readSubjectName(subjectItem.subject), formatTestedContent(run)), when]
      .filter(Boolean)
      .join(", ");
    const shown = openEditorTestRun({ state, of: subjectItem, request, title, closing: this.#closing.signal });
    this.#shownIds.add(run.id);
    try {
      const ended = await watchTestRun(this.#context, owner, run, shown);
      if (!ended) this.#left(shown);
    } catch (error) {
      if (!this.#isLeft(shown)) throw error;
    } finally {
      shown.end();
    }
  }

  dispose(): void {
    this.#closing.abort();
  }

  async #runOne(
    prepared: PreparedTestRun,
    choice: ModelChoice,
    explorerRequest: TestExplorerRequest | undefined,
    { signal, onChange, isForeground = false }: TestRunFollowing,
  ): Promise<TestRun | undefined> {
    const app = this.#context;
    const { subject } = prepared.order;
    const state = this.#states[subject.kind];
    const client = await app.client();
    if (!client) return undefined;
    const subjectItem = state.items.put(subject);
    const ownRequest = () => new TestRunRequest([subjectItem.item], undefined, state.profile, false, !isForeground);
    const request = explorerRequest?.request ?? ownRequest();
    const { title } = prepared;
    const shown = openEditorTestRun({ state, of: subjectItem, request, title, closing: this.#closing.signal, signal });
    if (choice.kind === "without" && choice.note !== undefined) shown.write(choice.note);
    try {
      const ended = await runPreparedTest(app, client, prepared, choice, {
        signal: shown.signal,
        isKept: shown.isKept,
        changed: (run) => {
          onChange?.(run);
          return shown.changed(run);
        },
        started: async (started) => {
          this.#shownIds.add(started.run.id);
          shown.of = state.items.put(started.subject);
          refreshTree(app, subject);
        },
      });
      if (ended && subject.kind === "skill") setWalkthroughContext("fairlead.done.skillTested");
      if (ended) refreshTree(app, subject);
      else this.#left(shown);
      return ended;
    } catch (error) {
      if (this.#isLeft(shown) || isNotConfirmedError(error)) return undefined;
      shown.failed(error);
      if (!explorerRequest) throw error;
      app.log.error(`The tests of ${readSubjectName(subject)} failed: ${readErrorMessage(error)}`, error);
      return undefined;
    } finally {
      shown.end();
    }
  }

  /** Whether the failure is a cancellation. */
  #isLeft(shown: EditorTestRun): boolean {
    const { aborted } = shown.signal;
    if (aborted) this.#left(shown);
    return aborted;
  }

  /** Shows that following stopped while the run continues. */
  #left(shown: EditorTestRun): void {
    const { run, of: subjectItem } = shown;
    if (!run) return;
    const name = `${readSubjectName(subjectItem.subject)} ${formatTestedContent(run)}`;
    const words = l10n.t`No longer watching the test run of ${name}: it goes on at the service.`;
    shown.write(words);
    // What the user did not cancel is shown again when its connection is back.
    if (!shown.isCancelled()) return void this.#shownIds.delete(run.id);
    const again = () => this.show(subjectItem, { ...run, cases: [], revision: 0 }, true);
    showMessage(this.#context, "info", words, { [l10n.t("Watch Again")]: again });
  }
}

/** The user agreed to the budget of an evaluation when it began. */
function readEvaluationChoice({ order: { evaluation } }: PreparedTestRun): ModelChoice | undefined {
  return evaluation && { kind: "with", runner: evaluation.runner, budget: evaluation.budget };
}

async function pooled(
  prepared: readonly PreparedTestRun[],
  work: (one: PreparedTestRun) => Promise<TestRun | undefined>,
): Promise<readonly TestRun[]> {
  const waiting = prepared.values();
  const ended: TestRun[] = [];
  const lane = async () => {
    for (const next of waiting) {
      const run = await work(next);
      if (run) ended.push(run);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, prepared.length) }, lane));
  return ended;
}

function refreshTree(app: Pick<EditorServices, "refresh">, { kind }: TestSubject): void {
  app.refresh(kind === "server" ? "fairlead.servers" : "fairlead.skills");
}
