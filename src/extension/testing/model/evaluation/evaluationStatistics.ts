import type { Received } from "../../../../contract/received.ts";
import type { CaseAttempt, TestCase } from "../../../../contract/testRuns.ts";
import { readRepeatedCase } from "../../../../testcases/readSkillCases.ts";
import { type EvaluationResults, isDoneTry } from "./readEvaluations.ts";

export interface Rate {
  readonly count: number;
  readonly total: number;
}

/** What a runner did with the skill, or without it. undefined: it is not known of each try. */
export interface SideStatistics {
  readonly passed: Rate;
  readonly tokens: number | undefined;
  readonly durationMs: number | undefined;
}

export interface RunnerStatistics {
  readonly runner: string;
  readonly withSkill: SideStatistics;
  readonly withoutSkill: SideStatistics;
  /** The evals in which it used the skill. */
  readonly used: Rate;
  /** The queries for which it chose as it should. */
  readonly triggers: Rate;
  readonly open: number;
}

export function countRunner({ tries }: EvaluationResults, runner: string): RunnerStatistics {
  const all = [...(tries.get(runner)?.values() ?? [])];
  const done = all.filter(isDoneTry);
  const evals = done.filter(({ kind }) => kind === "eval");
  const withSkill = evals.flatMap(({ measures }) => measures?.withSkill ?? []);
  return {
    runner,
    withSkill: countSide(withSkill),
    withoutSkill: countSide(evals.flatMap(({ measures }) => measures?.withoutSkill ?? [])),
    used: countRate(withSkill, ({ triggered }) => triggered === true),
    triggers: countRate(
      done.filter(({ kind }) => kind === "trigger"),
      ({ status }) => status === "passed",
    ),
    open: all.length - done.length,
  };
}

type ReceivedAttempt = Received<CaseAttempt>;

function countSide(attempts: readonly ReceivedAttempt[]): SideStatistics {
  const tokens = attempts.map(({ inputTokens, outputTokens }) => {
    const isKnown = typeof inputTokens === "number" && typeof outputTokens === "number";
    return isKnown ? inputTokens + outputTokens : undefined;
  });
  return {
    passed: countRate(attempts, ({ passed }) => passed === true),
    tokens: sum(tokens),
    durationMs: sum(attempts.map(({ durationMs }) => durationMs)),
  };
}

function countRate<T>(all: readonly T[], counts: (one: T) => boolean): Rate {
  return { count: all.filter(counts).length, total: all.length };
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce<number | undefined>((total, value) => {
    return total === undefined || value === undefined ? undefined : total + value;
  }, 0);
}

/** The tries of one case by one runner. */
export interface CaseTries {
  readonly name: string;
  readonly runner: string;
  readonly tries: readonly TestCase[];
  readonly withSkill: Rate;
  /** Nothing is tried without the skill for a query. */
  readonly withoutSkill: Rate;
  /** Some passed and some failed. */
  readonly isFlaky: boolean;
}

export function countCases({ tries, runners }: EvaluationResults): readonly CaseTries[] {
  const all = runners.flatMap((runner) =>
    [...(tries.get(runner)?.values() ?? [])].map((test) => ({ runner, test, ...readRepeatedCase(test) })),
  );
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((ofCase) =>
    [...Map.groupBy(ofCase, ({ runner }) => runner)].map(([runner, ofRunner]) => {
      const done = ofRunner.map(({ test }) => test).filter(isDoneTry);
      const withSkill = countRate(done, ({ status }) => status === "passed");
      return {
        name: ofRunner[0]?.name ?? "",
        runner,
        withSkill,
        tries: ofRunner.map(({ test }) => test),
        withoutSkill: countRate(
          done.flatMap(({ measures }) => measures?.withoutSkill ?? []),
          ({ passed }) => passed === true,
        ),
        isFlaky: withSkill.count > 0 && withSkill.count < withSkill.total,
      };
    }),
  );
}
