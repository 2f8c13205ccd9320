import * as l10n from "@vscode/l10n";
import { Location, Position, type TestItem, TestMessage, type TestRun, type TestRunRequest, Uri } from "vscode";
import { isTestRunFinished, type TestCase, type TestRunDetail } from "../../../contract/testRuns.ts";
import { readRepeatedCase } from "../../../testcases/readSkillCases.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { formatCaseOutput, toTerminalText, truncateOutput } from "../../testing/model/caseOutput.ts";
import { isDoneTry } from "../../testing/model/evaluation/readEvaluations.ts";
import { findCaseLocation, readCaseLocation } from "../../testing/model/findCaseLocation.ts";
import { formatRunSummary } from "../../testing/model/formatRun.ts";
import { toKnownCase } from "../../testing/model/knownCases.ts";
import { readTestedRevision } from "../../testing/model/testSubject.ts";
import type { TestControllerState } from "./testControllerState.ts";
import type { SubjectItem, TestItems } from "./testItems.ts";

/** The number of updates before control returns to the extension host. */
const atOnce = 100;
/** The limit of a run's output, because terminals and VS Code's memory hold no more. */
const mostOutput = 2_000_000;

/** Shows a run of the service as a test run of the editor, with live updates. */
function publishTestRun(
  items: TestItems,
  subjectItem: SubjectItem,
  shown: TestRun,
): (run: TestRunDetail) => Promise<void> {
  let left = mostOutput;
  const write = (text: string, item?: TestItem) => {
    if (text === "" || left <= 0) return;
    left -= text.length;
    shown.appendOutput(text, undefined, item);
    if (left <= 0)
      shown.appendOutput(toTerminalText(l10n.t("More output is not shown here: open the run's document.")));
  };
  const showTry = createEvaluationItems(items, subjectItem, shown);
  const showCase = (test: TestCase, run: TestRunDetail) => {
    if (run.evaluation) return write(formatCaseOutput(test), showTry(test, run));
    const { version } = run;
    const item = items.putCase(subjectItem, toKnownCase(test), version);
    write(formatCaseOutput(test), item);
    showCaseStatus(shown, item, test, locationOf(subjectItem, test, version));
  };
  return async (run) => {
    for (const [index, test] of (run.cases ?? []).entries()) {
      if (index > 0 && index % atOnce === 0) await new Promise((next) => setImmediate(next));
      showCase(test, run);
    }
    if (!isTestRunFinished(run.status)) return;
    if (run.statusDetail) write(toTerminalText(run.statusDetail));
    const summary = formatRunSummary(run.summary);
    if (summary) write(toTerminalText(summary));
    if (run.status === "errored" && run.summary?.total === 0)
      shown.errored(subjectItem.item, new TestMessage(toVisibleText(run.statusDetail ?? l10n.t("The run broke off."))));
  };
}

function showCaseStatus(shown: TestRun, item: TestItem, test: TestCase, location: Location | undefined): void {
  const { status, durationMs } = test;
  if (status === "queued") shown.enqueued(item);
  else if (status === "running") shown.started(item);
  else if (status === "skipped") shown.skipped(item);
  else if (status === "passed") shown.passed(item, durationMs ?? undefined);
  else shown[status === "failed" ? status : "errored"](item, messageOf(test, location), durationMs ?? undefined);
}

function messageOf({ message, expected, actual, status }: TestCase, location: Location | undefined): TestMessage {
  const shown = (text: string) => toVisibleText(truncateOutput(text));
  const words = shown(
    message ?? (status === "failed" ? l10n.t("It failed without a reason.") : l10n.t("It could not be run.")),
  );
  const made =
    typeof expected === "string" && typeof actual === "string"
      ? TestMessage.diff(words, shown(expected), shown(actual))
      : new TestMessage(words);
  if (location) made.location = location;
  return made;
}

function locationOf({ subject }: SubjectItem, test: TestCase, version: TestRunDetail["version"]): Location | undefined {
  const location = readCaseLocation(test);
  const place = location && findCaseLocation(subject, location, version);
  return place ? new Location(Uri.parse(place.uri, true), new Position(Math.max(0, place.line - 1), 0)) : undefined;
}

/** A test run of the editor that shows a run of the service. */
export interface EditorTestRun {
  /** Aborted when the user cancels or the window closes. */
  readonly signal: AbortSignal;
  readonly isKept: boolean;
  /** The subject of the run; updated when the run starts. */
  of: SubjectItem;
  /** The run as the service returned it. */
  readonly run: TestRunDetail | undefined;
  isCancelled(): boolean;
  changed(run: TestRunDetail): Promise<void>;
  write(text: string): void;
  failed(error: unknown): void;
  end(): void;
}

interface Parts {
  readonly state: TestControllerState;
  readonly of: SubjectItem;
  readonly request: TestRunRequest;
  readonly title: string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
  /** Aborted when the user cancels it elsewhere. */
  readonly signal?: AbortSignal | undefined;
}

export function openEditorTestRun({ state, of: first, request, title, closing, signal }: Parts): EditorTestRun {
  // VS Code stores only runs that it started; the service stores all of them.
  const shown = state.controller.createTestRun(request, title, false);
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  const listening = shown.token.onCancellationRequested(cancel);
  signal?.addEventListener("abort", cancel);
  const write = (text: string) => shown.appendOutput(toTerminalText(text));
  let subjectItem = first;
  let publish = publishTestRun(state.items, subjectItem, shown);
  let last: TestRunDetail | undefined;
  return {
    signal: AbortSignal.any([cancelled.signal, closing]),
    isKept: shown.isPersisted,
    get of() {
      return subjectItem;
    },
    set of(better) {
      subjectItem = better;
      publish = publishTestRun(state.items, subjectItem, shown);
    },
    get run() {
      return last;
    },
    isCancelled: () => cancelled.signal.aborted && !closing.aborted,
    changed: async (run) => {
      last = run;
      subjectItem.tested = readTestedRevision(subjectItem.subject, run);
      await publish(run);
    },
    write,
    failed: (error) => {
      shown.errored(subjectItem.item, new TestMessage(toVisibleText(readErrorMessage(error))));
      write(readErrorMessage(error));
    },
    end: () => {
      listening.dispose();
      signal?.removeEventListener("abort", cancel);
      shown.end();
    },
  };
}

/** Shows the tries of an evaluation's run as one item for each case and runner, below the item of the case. */
function createEvaluationItems(items: TestItems, subjectItem: SubjectItem, shown: TestRun) {
  const triesOf = new Map<string, Map<string, TestCase>>();
  return (test: TestCase, { evaluation, version }: Pick<TestRunDetail, "evaluation" | "version">): TestItem => {
    const one = { ...toKnownCase(test), ...readRepeatedCase(test) };
    const item = items.putRunner(subjectItem, one, evaluation?.runner ?? "", version);
    const tries = triesOf.get(one.id) ?? new Map<string, TestCase>();
    triesOf.set(one.id, tries.set(test.id, test));
    showTries(shown, item, [...tries.values()]);
    return item;
  };
}

/** Each repeat that passed or failed counts; one that broke off makes the item errored. */
function showTries(shown: TestRun, item: TestItem, tries: readonly TestCase[]): void {
  const isAny = (state: string) => tries.some(({ status }) => status === state);
  const done = tries.filter(isDoneTry);
  const failed = done.find(({ status }) => status === "failed");
  const broken = tries.find((one) => !isDoneTry(one) && one.status !== "skipped");
  const durationMs = tries.reduce((sum, one) => sum + (one.durationMs ?? 0), 0);
  if (isAny("running")) shown.started(item);
  else if (isAny("queued")) shown.enqueued(item);
  else if (failed) shown.failed(item, describeTries(done, failed), durationMs);
  else if (broken) shown.errored(item, describeTries(done, broken), durationMs);
  else if (done.length === 0) shown.skipped(item);
  else shown.passed(item, durationMs);
}

function describeTries(done: readonly TestCase[], { message }: TestCase): TestMessage {
  const passed = done.filter(({ status }) => status === "passed");
  const words = l10n.t`${passed.length} of ${done.length} tries passed.`;
  return new TestMessage(toVisibleText([words, message ?? ""].filter(Boolean).join("\n")));
}
