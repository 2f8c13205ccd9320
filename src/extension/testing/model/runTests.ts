import type { TestRun } from "../../../contract/testRuns.ts";
import { type CancellableResult, runCancellable } from "../../base/editorServices.ts";
import type { Progress } from "../../base/ports.ts";
import { formatRunProgress } from "./formatRun.ts";
import type { TestExplorerRunner, TestRequest, TestRunFollowing } from "./testSubject.ts";

export interface RunTestsContext {
  readonly progress: Progress;
  readonly tests: TestExplorerRunner;
}

/**
 * Runs tests with their progress in a notification; cancelling stops following, and the runs go on at the service. Cancelling
 * an evaluation ends it.
 */
export function runTests(
  { progress, tests }: RunTestsContext,
  title: string,
  orders: readonly TestRequest[],
  following: Pick<TestRunFollowing, "isForeground" | "onModelNote"> = {},
): Promise<CancellableResult<readonly TestRun[]>> {
  return runCancellable(progress, title, (report, signal) => {
    const summaries = new Map<string, TestRun["summary"]>();
    const onChange = ({ id, summary }: TestRun) => {
      summaries.set(id, summary);
      const text = formatRunProgress([...summaries.values()]);
      if (text !== undefined) report(text);
    };
    return tests.run(orders, { ...following, signal, onChange });
  });
}
