import * as l10n from "@vscode/l10n";
import type { TestCase, TestRunDetail } from "../../../contract/testRuns.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { endSentence } from "../../../text/language/endSentence.ts";
import { formatCaseGroup } from "./caseGroups.ts";
import { formatRunSummary, isFailedCase } from "./formatRun.ts";

/** What the user can change so that tools can be tried. */
type ProofRemedy = "credential" | "baseUrl";

export interface ProofCause {
  readonly code: string;
  readonly remedy: ProofRemedy;
  readonly message: string;
}

const remedies: Readonly<Record<string, ProofRemedy>> = {
  credential_missing: "credential",
  credential_refused: "credential",
  credential_forbidden: "credential",
  api_not_found: "baseUrl",
  api_unreachable: "baseUrl",
  api_timeout: "baseUrl",
};

const findRemedy = ({ code }: TestCase) => (code && Object.hasOwn(remedies, code) ? remedies[code] : undefined);

/** Why tools could not be tried, one line a cause: the first case that says so has the most to say. */
export function listProofCauses({ cases = [] }: TestRunDetail): ProofCause[] {
  const byCode = new Map<string, ProofCause>();
  for (const test of cases) {
    const remedy = findRemedy(test);
    const { code, message } = test;
    if (remedy && code && message && !byCode.has(code))
      byCode.set(code, { code, remedy, message: endSentence(message) });
  }
  return [...byCode.values()];
}

/** Whether nothing failed but what the API or its credential prevents, so that nothing speaks against the version itself. */
export function isUnprovenOnly({ status, cases = [] }: TestRunDetail): boolean {
  if (status === "passed") return true;
  const failed = cases.filter(isFailedCase);
  return failed.length > 0 && failed.every((test) => findRemedy(test) !== undefined);
}

export const isAnyToolProven = ({ cases = [] }: TestRunDetail): boolean =>
  cases.some(({ kind, status }) => kind === "smoke" && status === "passed");

/** `Other tests (Protocol, Tool schemas): 41 passed, 1 failed: its name.`; undefined: the run has only calls of tools. */
export function formatOtherTests({ cases = [] }: TestRunDetail): string | undefined {
  const others = cases.filter(({ kind }) => kind !== "smoke");
  if (others.length === 0) return undefined;
  const groups = [...new Set(others.flatMap(({ kind = "" }) => formatCaseGroup(kind) || []))].join(", ");
  const count = (wanted: TestCase["status"]) => others.filter(({ status }) => status === wanted).length;
  const failed = others.filter(isFailedCase).map(({ name }) => name);
  const counts = [
    formatRunSummary({ passed: count("passed"), skipped: count("skipped") }),
    failed.length > 0 && l10n.t`${failed.length} failed: ${formatFirst(failed, 1)}`,
  ];
  return l10n.t`Other tests (${groups}): ${counts.filter(Boolean).join(", ")}.`;
}

/** Whether a call of a tool was made, or kept from by a cause that the user can change. */
export const isAnyToolTried = ({ cases = [] }: TestRunDetail): boolean =>
  cases.some((test) => test.kind === "smoke" && (test.status !== "skipped" || findRemedy(test) !== undefined));

/** `38 of 42 tools answer; 4 could not be tried.` undefined: the run has no calls of tools. */
export function formatToolProof({ cases = [] }: TestRunDetail): string | undefined {
  const called = cases.filter(({ kind }) => kind === "smoke");
  const answered = called.filter(({ status }) => status === "passed").length;
  const skipped = called.filter(({ status }) => status === "skipped");
  const untried = skipped.filter((test) => findRemedy(test) !== undefined).length;
  if (called.length === 0) return undefined;
  if (called.length === 1) return answered === 1 ? l10n.t("Its tool answers.") : l10n.t("Its tool could not be tried.");
  const omitted = skipped.length - untried;
  if (omitted === called.length)
    return l10n.t`None of its ${omitted} tools was called, because they may change data or need input.`;
  const counts =
    untried === 0
      ? l10n.t`${answered} of ${called.length} tools answer.`
      : l10n.t`${answered} of ${called.length} tools answer; ${untried} could not be tried.`;
  return joinWords(counts, omitted > 0 && l10n.t`Not called, because they may change data or need input: ${omitted}.`);
}
