import type { ServiceClient } from "../../../../client/client.ts";
import { isTestRunFinished, type TestCase, type TestRun } from "../../../../contract/testRuns.ts";
import { listTestRuns, readTestRun } from "../readTestRuns.ts";
import type { TestOwner } from "../testSubject.ts";

/** The runs of one evaluation, oldest first. */
export interface EvaluationRuns {
  readonly id: string;
  readonly runs: readonly TestRun[];
}

/** An evaluation with its tries: for each runner the newest result of each, or why there is none. */
export interface EvaluationResults {
  readonly id: string;
  readonly runners: readonly string[];
  readonly repeats: number;
  readonly first: TestRun;
  readonly isRunning: boolean;
  readonly tries: ReadonlyMap<string, ReadonlyMap<string, TestCase>>;
}

const newest = 200;

/** The evaluations of a skill, newest first. */
export async function listEvaluations(client: ServiceClient, skillId: string): Promise<readonly EvaluationRuns[]> {
  const { items } = await listTestRuns(client, { kind: "skill", id: skillId }, { limit: newest });
  const byId = Map.groupBy(items, ({ evaluation }) => evaluation?.id);
  return [...byId].flatMap(([id, runs]) => (id === undefined ? [] : [{ id, runs: runs.toReversed() }]));
}

export async function readEvaluation(
  client: ServiceClient,
  { id, runs }: EvaluationRuns,
): Promise<EvaluationResults | undefined> {
  const [first] = runs;
  const { runners, repeats } = first?.evaluation ?? {};
  if (!first || !runners || repeats === undefined) return undefined;
  const tries = new Map(runners.map((runner) => [runner, new Map<string, TestCase>()]));
  const kind: TestOwner["kind"] = "skill";
  for (const run of await Promise.all(runs.map((one) => readTestRun(client, kind, one.id)))) {
    const ofRunner = tries.get(run.evaluation?.runner ?? "");
    for (const test of run.cases ?? []) {
      const known = ofRunner?.get(test.id);
      if (!known || !isDoneTry(known)) ofRunner?.set(test.id, test);
    }
  }
  return { id, runners, repeats, first, tries, isRunning: runs.some(({ status }) => !isTestRunFinished(status)) };
}

/** A try that broke off or did not begin is not done, and nothing is known of the skill by it. */
export function isDoneTry({ status }: TestCase): boolean {
  return status === "passed" || status === "failed";
}

/** The tries of a runner that are not done; undefined: all, because it has not begun. */
export function listOpenTries({ tries }: EvaluationResults, runner: string): readonly string[] | undefined {
  const known = tries.get(runner);
  if (!known || known.size === 0) return undefined;
  // A case that cannot run, such as one without anything to grade, is skipped again and costs nothing.
  return [...known.values()].flatMap((test) => (isDoneTry(test) ? [] : [test.id]));
}

/** Whether going on would do something. */
export function isOpenEvaluation(results: EvaluationResults): boolean {
  return results.runners.some((runner) => {
    const known = [...(results.tries.get(runner)?.values() ?? [])];
    return (
      known.length === 0 ||
      known.some(({ status }) => status !== "skipped" && status !== "passed" && status !== "failed")
    );
  });
}
