import type { ChangeOutcome } from "./changes/changeCase.ts";
import type { ServiceVerdict } from "./judgeService.ts";

export type ServiceFigures = Record<
  | "services"
  | "connected"
  | "reads"
  | "readsRight"
  | "readsBlank"
  | "readsWrong"
  | "changes"
  | ChangeOutcome
  | "keyLeaks"
  | "answers"
  | "requestsUntilViews"
  | "requestsPerMinute",
  number
>;

/** The sums over the services; of the answers, the requests and the traffic the highest. */
export function createFigures(verdicts: readonly ServiceVerdict[]): ServiceFigures {
  const surfaces = verdicts.flatMap((one) => one.surfaces);
  const changes = verdicts.flatMap((one) => one.changes);
  const reads = (wanted: string) => surfaces.filter(({ verdict }) => verdict === wanted).length;
  const ended = (wanted: ChangeOutcome) => changes.filter(({ outcome }) => outcome === wanted).length;
  return {
    services: verdicts.length,
    connected: verdicts.filter(({ problem }) => problem === undefined).length,
    ...{ reads: surfaces.length, readsRight: reads("right"), readsBlank: reads("blank"), readsWrong: reads("wrong") },
    ...{ changes: changes.length, once: ended("once"), refusedHonestly: ended("refusedHonestly") },
    ...{ falseSuccess: ended("falseSuccess"), falseFailure: ended("falseFailure") },
    ...{ twice: ended("twice"), wrongItem: ended("wrongItem") },
    keyLeaks: verdicts.reduce((sum, { leaks }) => sum + leaks.length, 0),
    answers: Math.max(0, ...verdicts.map(({ answers }) => answers)),
    requestsUntilViews: Math.max(0, ...verdicts.map((one) => one.requestsUntilViews)),
    requestsPerMinute: Math.max(0, ...verdicts.map(({ traffic }) => traffic?.requestsPerMinute ?? 0)),
  };
}

/** One request a second. */
const mostRequestsPerMinute = 60;

/** Whether nothing wrong was shown, said or done, and a window at rest sends few requests. */
export function isAcceptable(figures: ServiceFigures): boolean {
  const { services, connected, readsWrong, falseSuccess, falseFailure, twice, wrongItem, keyLeaks } = figures;
  if (figures.requestsPerMinute > mostRequestsPerMinute) return false;
  return services === connected && readsWrong + falseSuccess + falseFailure + twice + wrongItem + keyLeaks === 0;
}

/** The findings of a surface that are printed; the others are counted. */
const mostFindings = 6;

export function formatServiceVerdict(verdict: ServiceVerdict, isVerbose: boolean): readonly string[] {
  const { service, problem, surfaces, changes, leaks, traffic, faults } = verdict;
  const { services: _, ...figures } = createFigures([verdict]);
  const words = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
  const line = `${service}: ${words.join(", ")}`;
  const notes = [
    ...(problem === undefined ? [] : [`  not connected: ${problem}`]),
    ...faults.map((fault) => `  fault of the service: ${fault}`),
  ];
  if (!isVerbose) return [...notes, line];
  return [
    ...notes,
    ...surfaces.flatMap(({ surface, verdict: worst, findings }) => [
      ...(worst === "right" ? [`  right  ${surface}`] : []),
      ...findings
        .toSorted((one, other) => (one.kind === other.kind ? 0 : one.kind === "wrong" ? -1 : 1))
        .slice(0, mostFindings)
        .map(({ kind, subject, shown, truth }) => `  ${kind}  ${surface}: ${subject} ${shown}; ${truth}`),
      ...(findings.length > mostFindings ? [`         ${surface}: ${findings.length - mostFindings} more`] : []),
    ]),
    ...changes.map(({ change, outcome, detail }) => `  ${outcome}  ${change}: ${detail}`),
    ...leaks.map(({ place, detail }) => `  key in ${place}: ${detail}`),
    ...(traffic ? [`  at rest, requests a minute: ${traffic.byOperation}`] : []),
    line,
  ];
}
