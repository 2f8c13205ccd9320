import * as l10n from "@vscode/l10n";
import { type TestItem, TestMessage, type TestRun } from "vscode";
import type { TestCase, TestRunDetail } from "../../../contract/testRuns.ts";
import { readRepeatedCase } from "../../../testcases/repeatModelCases.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { isDoneTry } from "../../testing/model/evaluation/readEvaluations.ts";
import { toKnownCase } from "../../testing/model/knownCases.ts";
import type { SubjectItem, TestItems } from "./testItems.ts";

/** Shows the tries of an evaluation's run as one item for each case and runner, below the item of the case. */
export function createEvaluationItems(items: TestItems, subjectItem: SubjectItem, shown: TestRun) {
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
