import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { formatFullTime } from "../../../text/formatTime.ts";
import { locale } from "../../../text/language/locale.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../../text/markdown/formatMarkdownTable.ts";
import { computeWilsonInterval } from "../../../text/number/computeWilsonInterval.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import {
  type CaseTries,
  countCases,
  countRunner,
  type Rate,
  type RunnerStatistics,
  type SideStatistics,
} from "../model/evaluation/evaluationStatistics.ts";
import {
  type EvaluationResults,
  isDoneTry,
  isOpenEvaluation,
  listEvaluations,
  readEvaluation,
} from "../model/evaluation/readEvaluations.ts";
import { formatMilliseconds, formatTestedContent } from "../model/formatRun.ts";

/** The number of earlier evaluations that a page compares with. */
const mostEarlier = 3;

interface EvaluatedSkill {
  readonly id: string;
  readonly name: string;
}

/** Shows the page of an evaluation. undefined: the service no longer has it. */
export async function showEvaluation(
  app: EditorServices,
  client: ServiceClient,
  { id: skillId, name }: EvaluatedSkill,
  id: string,
): Promise<EvaluationResults | undefined> {
  const all = await listEvaluations(client, skillId);
  const index = all.findIndex((one) => one.id === id);
  const shown = all[index];
  const results = shown && (await readEvaluation(client, shown));
  if (!results) return undefined;
  const read = await Promise.all(
    all.slice(index + 1, index + 1 + mostEarlier).map((one) => readEvaluation(client, one)),
  );
  const earlier = read.flatMap((one) => one ?? []);
  const text = formatEvaluation({ name, results, earlier });
  await app.documents.showMarkdown(text, l10n.t`Evaluation of ${name}.md`);
  return results;
}

interface FormatEvaluationOptions {
  /** Of the skill. */
  readonly name: string;
  readonly results: EvaluationResults;
  /** Newest first. */
  readonly earlier: readonly EvaluationResults[];
}

/** The page of an evaluation: each runner with the skill and without it, then each case. */
function formatEvaluation({ name, results, earlier }: FormatEvaluationOptions): string {
  const runners = results.runners.map((runner) => countRunner(results, runner));
  const cases = countCases(results);
  return [
    l10n.t`# Evaluation of ${escapeMarkdown(name)}`,
    "",
    ...formatHead(results),
    l10n.t("## Models"),
    "",
    ...formatRunners(runners, earlier),
    l10n.t("The range holds the true rate with a confidence of 95 %."),
    "",
    l10n.t("## Cases"),
    "",
    ...formatCases(cases),
    ...formatFlaky(cases),
    ...formatOpen(cases),
  ].join("\n");
}

const notSaid = l10n.t("the service does not say");

function formatHead(results: EvaluationResults): readonly string[] {
  const { first, repeats, isRunning, tries } = results;
  const all = [...tries.values()].flatMap((ofRunner) => [...ofRunner.values()]);
  const done = l10n.t`${all.filter(isDoneTry).length} of ${all.length} tries`;
  const state = isRunning ? l10n.t("It still runs.") : l10n.t("Run Evaluate Skill again to go on with the rest.");
  const isComplete = !isRunning && !isOpenEvaluation(results);
  return formatMarkdownTable(
    ["", ""],
    [
      [l10n.t("Tested"), formatTestedContent(first) ?? notSaid],
      [l10n.t("Started"), formatFullTime(first.startedAt ?? first.createdAt) ?? notSaid],
      [l10n.t("Each case"), repeats === 1 ? l10n.t("once") : l10n.t`${repeats} times`],
      [l10n.t("Done"), isComplete ? done : `${done}. ${state}`],
    ],
  );
}

function formatRunners(runners: readonly RunnerStatistics[], earlier: readonly EvaluationResults[]): readonly string[] {
  const head = [
    ...[l10n.t("Model"), l10n.t("Skill"), l10n.t("Evals passed"), l10n.t("Range"), l10n.t("Before")],
    ...[l10n.t("Used the skill"), l10n.t("Triggers right"), l10n.t("Tokens"), l10n.t("Time")],
  ];
  const rows = runners.flatMap((one) => {
    const { runner, withSkill, withoutSkill, used, triggers } = one;
    const before = (side: "withSkill" | "withoutSkill") => formatBefore(earlier, runner, side);
    return [
      [
        runner,
        l10n.t("with"),
        ...formatPassed(withSkill),
        before("withSkill"),
        formatRate(used),
        formatRate(triggers),
      ].concat(formatUse(withSkill)),
      [runner, l10n.t("without"), ...formatPassed(withoutSkill), before("withoutSkill"), hasNoSkill, hasNoSkill].concat(
        formatUse(withoutSkill),
      ),
    ];
  });
  return formatMarkdownTable(head, rows);
}

const hasNoSkill = l10n.t("has no skill");

const formatPassed = ({ passed }: SideStatistics) => [formatRate(passed), formatInterval(passed)];

function formatUse({ passed, tokens, durationMs }: SideStatistics): string[] {
  const unknown = passed.total === 0 ? noTries : l10n.t("not reported");
  return [tokens?.toLocaleString(locale) ?? unknown, formatMilliseconds(durationMs) ?? unknown];
}

const noTries = l10n.t("no tries");

/** `67 % (4 of 6)` */
function formatRate({ count, total }: Rate): string {
  if (total === 0) return noTries;
  const percent = formatPercent(count / total);
  return l10n.t`${percent} (${count} of ${total})`;
}

function formatInterval({ count, total }: Rate): string {
  if (total === 0) return noTries;
  const { low, high } = computeWilsonInterval(count, total);
  return l10n.t`${formatPercent(low)} to ${formatPercent(high)}`;
}

const formatPercent = (rate: number) => rate.toLocaleString(locale, { style: "percent" });

/** The newest earlier result of a runner. */
function formatBefore(
  earlier: readonly EvaluationResults[],
  runner: string,
  side: "withSkill" | "withoutSkill",
): string {
  for (const results of earlier) {
    const { passed } = countRunner(results, runner)[side];
    if (passed.total > 0) return [formatRate(passed), formatTestedContent(results.first)].filter(Boolean).join(", ");
  }
  return l10n.t("nothing earlier");
}

function formatCases(cases: readonly CaseTries[]): readonly string[] {
  const head = [l10n.t("Case"), l10n.t("Model"), l10n.t("With the skill"), l10n.t("Without it"), l10n.t("Flaky")];
  return formatMarkdownTable(
    head,
    cases.map(({ name, runner, withSkill, withoutSkill, isFlaky }) => {
      return [name, runner, formatRate(withSkill), formatRate(withoutSkill), isFlaky ? l10n.t("yes") : l10n.t("no")];
    }),
  );
}

function formatFlaky(cases: readonly CaseTries[]): readonly string[] {
  const flaky = cases.filter(({ isFlaky }) => isFlaky);
  if (flaky.length === 0) return [];
  const lines = flaky.map(({ name, runner, withSkill: { count, total } }) => {
    return `- ${escapeMarkdown(l10n.t`${name}, ${runner}: ${count} of ${total} tries passed.`)}`;
  });
  return [l10n.t("## Flaky cases"), "", ...lines, ""];
}

/** Tries without a result, by reason. */
function formatOpen(cases: readonly CaseTries[]): readonly string[] {
  const open = cases.flatMap(({ name, runner, tries }) =>
    tries.filter((test) => !isDoneTry(test)).map(({ message }) => ({ name, runner, message: message ?? "" })),
  );
  if (open.length === 0) return [];
  const rows = open.map(({ name, runner, message }) => [name, runner, message.replaceAll(/\s+/g, " ")]);
  return [l10n.t("## Not done"), "", ...formatMarkdownTable([l10n.t("Case"), l10n.t("Model"), l10n.t("Why")], rows)];
}
