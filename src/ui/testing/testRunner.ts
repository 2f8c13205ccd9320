import { type CancellationToken, TestRunRequest, workspace } from "vscode";
import type { App } from "../../commands/app.ts";
import { mayRunCode } from "../../commands/registry/codeConsent.ts";
import { mayRunHere } from "../../commands/testrun/checkWorkspaceTrust.ts";
import { type ModelChoice, settleModel } from "../../commands/testrun/confirmModelUse.ts";
import { withoutNewCode } from "../../commands/testrun/omitUnapprovedCode.ts";
import { type PreparedRun, prepareRun } from "../../commands/testrun/prepareTestRun.ts";
import { runPrepared, watchRun } from "../../commands/testrun/runPreparedTest.ts";
import type { TestRun, TestRunDetail } from "../../contract/testRuns.ts";
import { messageOf } from "../../core/foundation/failure.ts";
import type { Disposable } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { said } from "../../core/foundation/statedValue.ts";
import { testedWords } from "../../core/testrun/formatRun.ts";
import { ownerOf, subjectName, type TestOrder, type TestSubject } from "../../core/testrun/testSubject.ts";
import { tellDone } from "../views/contextKeys.ts";
import { openShownRun, type ShownRun } from "./editorTestRun.ts";
import type { Sides } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";

/** What the Test Explorer asks for. */
export interface Asked {
  readonly request: TestRunRequest;
  readonly token: CancellationToken;
  /** Nobody looks: nothing is asked. */
  readonly isQuiet?: boolean;
}

/** The service runs as many at a time. */
const atATime = 4;
const noModel: ModelChoice = { kind: "without", note: undefined };

/** Runs tests and shows how they go. */
export class TestRunner implements Disposable {
  readonly #sides: Sides;
  readonly #shownIds = new Set<string>();
  readonly #closing = new AbortController();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Whether a run of the service is shown in this window already. */
  isShown(runId: string): boolean {
    return this.#shownIds.has(runId);
  }

  /** Asks what has to be asked, then runs; a few at a time. */
  async run(app: App, orders: readonly TestOrder[], asked?: Asked): Promise<readonly TestRun[]> {
    const client = orders.length === 0 ? undefined : await app.client();
    if (!client) return [];
    if (!(await mayRunHere(app, orders, workspace.isTrusted))) return [];
    const scope = app.connections.scope();
    const prepared: PreparedRun[] = [];
    for (const order of orders) {
      if (asked?.token.isCancellationRequested) return [];
      prepared.push(await prepareRun(app, client, order));
    }
    const code = prepared.map((one) => one.code);
    if (!asked?.isQuiet && !(await mayRunCode(app, code))) return [];
    const allowed = asked?.isQuiet ? await withoutNewCode(app, client, prepared) : prepared;
    const calls = allowed.map((one) => one.calls);
    const choice = asked?.isQuiet ? noModel : await settleModel(app, calls);
    // What was agreed to was for the service of then.
    const isSame = () => app.connections.scope() === scope;
    return choice
      ? pooled(allowed, async (next) => (isSame() ? this.#runOne(app, next, choice, asked) : undefined))
      : [];
  }

  /** Shows a run that was started before, and follows it to its end. */
  async show(app: App, of: SubjectItem, run: TestRunDetail, isForeground: boolean): Promise<void> {
    const owner = ownerOf(of.subject);
    if (!owner) return;
    const side = this.#sides[of.subject.kind];
    const request = new TestRunRequest([of.item], undefined, side.profile, false, !isForeground);
    const when = said(run.createdAt)?.slice(0, 16).replace("T", " ");
    const title = `${subjectName(of.subject)} ${testedWords(run)}${when === undefined ? "" : `, ${when}`}`;
    const shown = openShownRun({ side, of, request, title, closing: this.#closing.signal });
    this.#shownIds.add(run.id);
    try {
      const ended = await watchRun(app, owner, run, shown);
      if (!ended) this.#left(app, shown);
    } catch (error) {
      if (!this.#isLeft(app, shown)) throw error;
    } finally {
      shown.end();
    }
  }

  dispose(): void {
    this.#closing.abort();
  }

  async #runOne(app: App, prepared: PreparedRun, choice: ModelChoice, asked?: Asked): Promise<TestRun | undefined> {
    const { subject } = prepared.order;
    const side = this.#sides[subject.kind];
    const client = await app.client();
    if (!client) return undefined;
    const of = side.items.put(subject);
    const request = asked?.request ?? new TestRunRequest([of.item], undefined, side.profile);
    const shown = openShownRun({ side, of, request, title: prepared.title, closing: this.#closing.signal });
    if (choice.kind === "without" && choice.note !== undefined) shown.write(choice.note);
    try {
      const ended = await runPrepared(app, client, prepared, choice, {
        ...{ signal: shown.signal, isKept: shown.isKept },
        changed: (run) => shown.changed(run),
        started: async (started) => {
          this.#shownIds.add(started.run.id);
          shown.of = side.items.put(started.subject);
          refreshTree(app, subject);
        },
      });
      if (ended && subject.kind === "skill") tellDone("fairlead.done.skillTested");
      if (ended) refreshTree(app, subject);
      else this.#left(app, shown);
      return ended;
    } catch (error) {
      if (this.#isLeft(app, shown)) return undefined;
      shown.failed(error);
      if (!asked) throw error;
      app.log.error(`The tests of ${subjectName(subject)} failed: ${messageOf(error)}`, error);
      return undefined;
    } finally {
      shown.end();
    }
  }

  /** Whether a failure comes from giving up. */
  #isLeft(app: App, shown: ShownRun): boolean {
    const { aborted } = shown.signal;
    if (aborted) this.#left(app, shown);
    return aborted;
  }

  /** Says that only the watching has ended. */
  #left(app: App, shown: ShownRun): void {
    const { run, of } = shown;
    if (!run) return;
    const name = `${subjectName(of.subject)} ${testedWords(run)}`;
    const words = `No longer watching the test run of ${name}: it goes on at the service.`;
    shown.write(words);
    if (!shown.isCancelled()) return;
    const again = () => this.show(app, of, { ...run, cases: [], revision: 0 }, true);
    say(app, "info", words, { "Watch Again": again });
  }
}

async function pooled(
  prepared: readonly PreparedRun[],
  work: (one: PreparedRun) => Promise<TestRun | undefined>,
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

function refreshTree(app: App, { kind }: TestSubject): void {
  app.refresh(kind === "server" ? "fairlead.servers" : "fairlead.skills");
}
