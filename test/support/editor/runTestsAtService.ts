import type { ServiceClient } from "../../../src/client/client.ts";
import type { TestRun } from "../../../src/contract/testRuns.ts";
import { confirmModelUse } from "../../../src/extension/testing/commands/confirmModelUse.ts";
import { type PrepareTestRunContext, prepareTestRun } from "../../../src/extension/testing/commands/prepareTestRun.ts";
import {
  type RunPreparedTestContext,
  runPreparedTest,
} from "../../../src/extension/testing/commands/runPreparedTest.ts";
import type { TestRequest, TestRunFollowing } from "../../../src/extension/testing/model/testSubject.ts";

/** Runs tests at the service as the Test Explorer does, without the editor's views. */
export async function runTestsAtService(
  app: PrepareTestRunContext & RunPreparedTestContext,
  client: ServiceClient,
  orders: readonly TestRequest[],
  { signal = new AbortController().signal, onChange, onModelNote }: TestRunFollowing = {},
): Promise<readonly TestRun[]> {
  const ended: TestRun[] = [];
  for (const order of orders) {
    const prepared = await prepareTestRun(app, client, order);
    const { evaluation } = order;
    const choice = evaluation
      ? ({ kind: "with", ...evaluation } as const)
      : await confirmModelUse(app, [prepared.calls], onModelNote);
    if (!choice) continue;
    const run = await runPreparedTest(app, client, prepared, choice, {
      ...{ signal, isKept: false },
      changed: async (changed) => onChange?.(changed),
      started: async () => {},
    });
    if (run) ended.push(run);
  }
  return ended;
}
