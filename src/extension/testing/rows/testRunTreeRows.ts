import * as l10n from "@vscode/l10n";
import { knownState, readServiceId } from "../../../contract/received.ts";
import type { TestRun, TestRunResource } from "../../../contract/testRuns.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { collectFacts, listOperations, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { findStateIcon, formatState } from "../../base/serviceState.ts";
import { formatMilliseconds, formatRunSummary, formatTestedContent } from "../model/formatRun.ts";
import type { TestOwner } from "../model/testSubject.ts";

export interface TestRunsNode {
  readonly kind: "testRuns";
  readonly of: TestOwner;
}

export interface TestRunNode {
  readonly kind: "testRun";
  readonly run: TestRun;
  readonly of: TestOwner;
}

export const testRunsTreeRow: TreeRowKind<TestRunsNode> = {
  id: ({ of }) => `testRuns:${of.id}`,
  collapsible: "collapsed",
  describe: () => ({
    label: l10n.t("Test runs"),
    description: "",
    icon: "beaker",
    facts: () => [],
    context: "testRuns",
  }),
  serviceId: ({ of }) => of.id,
  operations: ({ of: { kind, id } }) =>
    kind === "server"
      ? listOperations(["serverTestRuns.list", "serverTestRuns.start"], { id })
      : listOperations(["skillTestRuns.list", "skillTestRuns.start"], { id }),
};

export const testRunTreeRow: TreeRowKind<TestRunNode> = {
  id: ({ run }) => `testRun:${run.id}`,
  accessibleName: l10n.t("Test run"),
  describe: describeTestRun,
  click: () => ({ command: "fairlead.testRun.open", title: l10n.t("Open Test Run") }),
  serviceId: ({ run }) => run.id,
  operations: ({ run, of }) =>
    listOperations([of.kind === "server" ? "serverTestRun.get" : "skillTestRun.get"], { id: run.id }),
};

const icons = {
  queued: "clock",
  running: "sync~spin",
  passed: "pass",
  failed: "error",
  errored: "warning",
} as const satisfies Record<TestRunResource["status"], string>;

function describeTestRun({ run, of }: TestRunNode, now: number): NodeText {
  const { status, summary, statusDetail, digest, triggeredBy } = run;
  return {
    label: formatTestedContent(run) ?? l10n.t("Test run"),
    description: joinTextParts(formatState(status), formatRunSummary(summary), formatRelativeTime(run.createdAt, now)),
    icon: findStateIcon(status, icons),
    facts: () =>
      collectFacts(
        [l10n.t("Test run of"), of.name],
        [l10n.t("Result"), [formatState(status), formatRunSummary(summary)].filter(Boolean).join(": ")],
        [l10n.t("Why"), statusDetail],
        [l10n.t("Took"), formatMilliseconds(summary?.durationMs)],
        ["Digest", digest],
        [l10n.t("By"), triggeredBy],
        [l10n.t("Test run"), readServiceId(run.id)],
      ),
    context: `testRun.${knownState(status) ?? "unknown"}`,
  };
}
