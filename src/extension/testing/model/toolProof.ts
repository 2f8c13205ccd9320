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
  /** undefined: the user cannot change it here. */
  readonly remedy: ProofRemedy | undefined;
  readonly message: string;
}

/** A wrong address comes first: what it answers says nothing about the credential. */
const remedies: Readonly<Record<string, ProofRemedy | undefined>> = {
  api_not_found: "baseUrl",
  api_unreachable: "baseUrl",
  api_timeout: "baseUrl",
  credential_missing: "credential",
  credential_refused: "credential",
  credential_forbidden: "credential",
  credential_undeclared: undefined,
  api_failed: undefined,
};
const causeCodes = Object.keys(remedies);

const findRemedy = ({ code }: TestCase) => (code && Object.hasOwn(remedies, code) ? remedies[code] : undefined);

const isPrevented = ({ code }: TestCase) => code != null && Object.hasOwn(remedies, code);

/** Why tools could not be tried, one line a cause: the first case that says so has the most to say. */
export function listProofCauses({ cases = [] }: TestRunDetail): ProofCause[] {
  return causeCodes.flatMap((code) => {
    const message = cases.find((test) => test.code === code && test.message)?.message;
    return message ? [{ code, remedy: remedies[code], message: endSentence(message) }] : [];
  });
}

/** Whether the user can change what kept tools from being tried. */
export const hasProofRemedy = (run: TestRunDetail): boolean =>
  listProofCauses(run).some(({ remedy }) => remedy !== undefined);

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

/** Whether a call of a tool was made, or prevented by the API or its credential. */
export const isAnyToolTried = ({ cases = [] }: TestRunDetail): boolean =>
  cases.some((test) => test.kind === "smoke" && (test.status !== "skipped" || isPrevented(test)));

/** `38 of 42 tools answer; 3 were not found; get_berth could not be tried.` undefined: the run has no calls of tools. */
export function formatToolProof({ cases = [] }: TestRunDetail): string | undefined {
  const called = cases.filter(({ kind }) => kind === "smoke");
  const answered = called.filter(({ status }) => status === "passed").length;
  const skipped = called.filter(({ status }) => status === "skipped");
  const prevented = skipped.filter(isPrevented);
  const missing = prevented.filter(({ code }) => code === "api_not_found");
  const untried = prevented.filter((test) => !missing.includes(test));
  if (called.length === 0) return undefined;
  if (called.length === 1) return answered === 1 ? l10n.t("Its tool answers.") : l10n.t("Its tool could not be tried.");
  const omitted = skipped.length - prevented.length;
  if (omitted === called.length)
    return l10n.t`None of its ${omitted} tools was called, because they may change data or need input.`;
  const counts = [
    l10n.t`${answered} of ${called.length} tools answer`,
    missing[0] &&
      (missing[1] ? l10n.t`${missing.length} were not found` : l10n.t`${readTool(missing[0])} was not found`),
    untried[0] &&
      (untried[1] ? l10n.t`${untried.length} could not be tried` : l10n.t`${readTool(untried[0])} could not be tried`),
  ];
  return joinWords(
    `${counts.filter(Boolean).join("; ")}.`,
    omitted > 0 && l10n.t`Not called, because they may change data or need input: ${omitted}.`,
  );
}

const readTool = ({ id }: TestCase) => id.replace(/^smoke:/, "");
