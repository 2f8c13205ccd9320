import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import type { TestCase, TestRun, TestRunDetail } from "../../../contract/testRuns.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { endSentence } from "../../../text/language/endSentence.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import { formatState } from "../../base/serviceState.ts";
import { type FailureCause, findFailureCause } from "../../deployment/model/failureCause.ts";

export function formatMilliseconds(ms: number | null | undefined): string | undefined {
  if (typeof ms !== "number") return undefined;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `12 passed, 1 failed, 3 skipped`; undefined when the service reports no counts. */
export function formatRunSummary(summary: TestRun["summary"]): string | undefined {
  const { passed, failed, errored, skipped, total } = summary ?? {};
  const counts = [
    passed && l10n.t`${passed} passed`,
    failed && l10n.t`${failed} failed`,
    errored && l10n.t`${errored} could not be run`,
    skipped && l10n.t`${skipped} skipped`,
  ].filter(Boolean);
  if (counts.length > 0) return counts.join(", ");
  return total === undefined ? undefined : formatQuantity(total, l10n.t("case"), l10n.t("cases"));
}

/** `3 of 8 cases, 1 failed` while runs are under way; undefined before the service reports the number of cases. */
export function formatRunProgress(summaries: readonly TestRun["summary"][]): string | undefined {
  const sum = (read: (summary: NonNullable<TestRun["summary"]>) => number | undefined) =>
    summaries.reduce((total, summary) => total + ((summary && read(summary)) ?? 0), 0);
  const total = sum((summary) => summary.total);
  if (total === 0) return undefined;
  const bad = sum(({ failed = 0, errored = 0 }) => failed + errored);
  const done = bad + sum(({ passed = 0, skipped = 0 }) => passed + skipped);
  return bad > 0 ? l10n.t`${done} of ${total} cases, ${bad} failed` : l10n.t`${done} of ${total} cases`;
}

export const isFailedCase = ({ status }: TestCase) => status === "failed" || status === "errored";

/** `2 of 8 tests failed: one, other`; why the run did not pass, for a message. */
export function formatFailedRun(run: TestRunDetail): string {
  const { cases = [], summary, status } = run;
  const failed = cases.filter(isFailedCase);
  const total = Math.max(summary?.total ?? 0, cases.length);
  const names = formatFirst(failed.map(({ name }) => name));
  if (failed.length > 0)
    return total === 1
      ? l10n.t`1 of 1 test failed: ${names}.`
      : l10n.t`${failed.length} of ${total} tests failed: ${names}.`;
  const counted = (summary?.failed ?? 0) + (summary?.errored ?? 0);
  if (counted > 0) return l10n.t`${counted} of ${total} tests failed.`;
  const ended =
    status === "failed" || status === "errored"
      ? l10n.t("its tests could not be run.")
      : l10n.t`its tests ended as "${formatState(status) ?? l10n.t("unknown")}".`;
  return joinWords(ended, formatRunDetail(run));
}

/** The tested version or digest; undefined when the service reports neither. */
export function formatTestedContent({ version, digest }: Pick<TestRun, "version" | "digest">): string | undefined {
  return version ?? (digest && l10n.t`files ${shortenDigest(digest)}`);
}

/** Finds the cause in the output of a server that did not start for its tests. */
export function findRunFailure(
  { statusDetail }: Pick<TestRun, "statusDetail">,
  server?: Pick<Server, "variables">,
): FailureCause | undefined {
  if (!statusDetail) return undefined;
  return findFailureCause({ failure: { step: "start", message: statusDetail, log: [statusDetail] } }, server);
}

/** Why a run ended: the error in the output of its server, else all that the service says. */
export function formatRunDetail(run: Pick<TestRun, "statusDetail">): string | undefined {
  const message = findRunFailure(run)?.message ?? run.statusDetail;
  return message ? endSentence(message) : undefined;
}
