import * as l10n from "@vscode/l10n";
import type { TestCase, TestRun, TestRunDetail } from "../../../contract/testRuns.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { formatState } from "../../base/serviceState.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { formatRunSummary, formatTestedContent, isFailedCase } from "../model/formatRun.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { findTestRun, pickTestRun } from "./findTestRun.ts";

const title = l10n.t("Compare Test Runs");

/** Compares two runs, the older one on the left. */
export const compareTestRuns: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findTestRun(app, client, target, title);
  if (!found) return;
  const { owner, run } = found;
  const other = await pickTestRun(app, client, owner, {
    title,
    placeholder: l10n.t("With which run?"),
    except: run.id,
  });
  if (!other) return;
  const [before, after] = isEarlier(other, run) ? [other, run] : [run, other];
  const [old, now] = await Promise.all([
    readTestRun(client, owner.kind, before.id),
    readTestRun(client, owner.kind, after.id),
  ]);
  const changes = findTestRunChanges(old.cases ?? [], now.cases ?? []);
  await app.documents.showDifference(
    `${owner.name}: ${formatRunChanges(changes)}`,
    { name: `${before.id}.txt`, text: formatComparedRun(old) },
    { name: `${after.id}.txt`, text: formatComparedRun(now, changes) },
  );
};

/** Ids and times both grow; without times, ids decide. */
function isEarlier(one: TestRun, other: TestRun): boolean {
  return (one.createdAt ?? one.id) < (other.createdAt ?? other.id);
}

/** Differences between a run and the previous one, by names of cases. */
interface TestRunChanges {
  readonly newlyFailing: readonly string[];
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const names = (cases: readonly TestCase[]) => cases.map(({ name }) => name);

export function findTestRunChanges(before: readonly TestCase[], after: readonly TestCase[]): TestRunChanges {
  const earlier = new Set(before.map(({ id }) => id));
  const later = new Set(after.map(({ id }) => id));
  const failedBefore = new Set(before.filter(isFailedCase).map(({ id }) => id));
  return {
    newlyFailing: names(after.filter((test) => isFailedCase(test) && !failedBefore.has(test.id))),
    fixed: names(after.filter((test) => test.status === "passed" && failedBefore.has(test.id))),
    stillFailing: names(after.filter((test) => isFailedCase(test) && failedBefore.has(test.id))),
    added: names(after.filter(({ id }) => !earlier.has(id))),
    removed: names(before.filter(({ id }) => !later.has(id))),
  };
}

/** `2 newly failing, 1 fixed`. */
export function formatRunChanges(changes: TestRunChanges): string {
  const { newlyFailing, fixed, stillFailing, added, removed } = changes;
  const counts = [
    newlyFailing.length > 0 && l10n.t`${newlyFailing.length} newly failing`,
    fixed.length > 0 && l10n.t`${fixed.length} fixed`,
    stillFailing.length > 0 && l10n.t`${stillFailing.length} still failing`,
    added.length > 0 && l10n.t`${added.length} new`,
    removed.length > 0 && l10n.t`${removed.length} gone`,
  ];
  return counts.filter(Boolean).join(", ") || l10n.t("no difference");
}

/** One side of a comparison: cases sorted by id, so that equal ones align, and without times, which always differ. */
export function formatComparedRun(run: TestRunDetail, changes?: TestRunChanges): string {
  const { id, summary, status } = run;
  const tested = formatTestedContent(run);
  const cases = (run.cases ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    tested === undefined ? l10n.t`Test run ${id}` : l10n.t`Test run ${id} of ${tested}`,
    [formatState(status), formatRunSummary(summary)].filter(Boolean).join(": "),
    ...(changes ? changeLines(changes) : []),
    "",
    ...cases.flatMap(caseLines),
  ].join("\n");
}

function changeLines({ newlyFailing, fixed }: TestRunChanges): readonly string[] {
  const line = (what: string, list: readonly string[]) => (list.length > 0 ? [`${what}: ${list.join("; ")}`] : []);
  return [...line(l10n.t("Newly failing"), newlyFailing), ...line(l10n.t("Fixed"), fixed)];
}

const states = ["passed", "failed", "errored", "skipped", "queued", "running"] as const;
/** The same on both sides, so that equal lines stay equal. */
const stateWidth = 1 + Math.max(...states.map((state) => formatState(state)?.length ?? 0));

function caseLines({ id, name, status, message, expected, actual }: TestCase): readonly string[] {
  const rows = [
    [l10n.t("why"), message],
    [l10n.t("expected"), expected],
    [l10n.t("actual"), actual],
  ] as const;
  const details =
    status === "passed" ? [] : rows.flatMap(([what, text]) => (text ? [`${what}: ${text.trimEnd()}`] : []));
  const inner = details.join("\n").split("\n").filter(Boolean);
  return [`${(formatState(status) ?? "").padEnd(stateWidth)} ${id}  ${name}`, ...inner.map((line) => `    ${line}`)];
}
