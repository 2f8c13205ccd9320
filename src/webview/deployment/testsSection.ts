import * as l10n from "@vscode/l10n";
import { formatFullTime, formatRelativeTime } from "../../text/formatTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import { formatCount, formatQuantity } from "../../text/language/formatQuantity.ts";
import type { DeploymentPanelAction, TestFacts } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createReadingNote } from "../shared/createReadingNote.ts";
import { createButton, createElement, createRow, replaceChangedContent } from "../shared/element.ts";
import { formatShortDuration } from "../shared/format.ts";
import { labelTestState } from "./stateLabels.ts";

/** The newest test run of the files of this deployment. */
export function createTestsSection(runAction: (action: DeploymentPanelAction) => void) {
  const note = createReadingNote();
  const body = createElement("div", { class: "stack" });
  return {
    element: createElement("div", { class: "stack" }, note.element, body),
    showFailure: note.show,
    show: (run: TestFacts | null) => {
      note.hide();
      const from = [run, run && formatRelativeTime(run.createdAt, Date.now())];
      replaceChangedContent(body, from, () =>
        run ? result(run, runAction) : [createElement("p", {}, emptyNote), buttons(runAction)],
      );
    },
  };
}

const emptyNote = l10n.t("No test run has these files. Run the tests before others rely on the server.");

function buttons(runAction: (action: DeploymentPanelAction) => void, canOpen = false): HTMLElement {
  return createRow(
    createButton(l10n.t("Run Tests"), () => runAction("test"), { "data-key": "test" }),
    canOpen ? createButton(l10n.t("Open Test Run"), () => runAction("openRun"), { "data-key": "openRun" }) : undefined,
  );
}

function result(run: TestFacts, runAction: (action: DeploymentPanelAction) => void): readonly HTMLElement[] {
  const { status, statusDetail, summary, isPartial, cases } = run;
  return [
    createElement(
      "p",
      { class: "row" },
      createStateMark(labelTestState(status)),
      createElement("span", {}, formatSummary(summary)),
    ),
    createElement(
      "p",
      { class: "soft", title: run.createdAt && formatFullTime(run.createdAt) },
      [formatRunTime(run), isPartial && l10n.t("Only some of the cases were run")]
        .filter(Boolean)
        .map((sentence) => `${sentence}.`)
        .join(" "),
    ),
    ...(statusDetail ? [createElement("p", {}, statusDetail)] : []),
    ...(cases.length === 0 ? [] : [caseList(cases)]),
    buttons(runAction, true),
  ];
}

function formatRunTime({ createdAt, triggeredBy, summary }: TestFacts): string {
  const when = joinWords(formatRelativeTime(createdAt, Date.now()), triggeredBy && l10n.t`by ${triggeredBy}`);
  const ms = summary?.durationMs;
  return [when, ms !== undefined && l10n.t`took ${formatShortDuration(ms)}`].filter(Boolean).join(", ");
}

function caseList(cases: TestFacts["cases"]): HTMLElement {
  const items = cases.map(({ name, kind, status, message }) =>
    createElement(
      "li",
      {},
      createElement(
        "p",
        { class: "row" },
        createStateMark(labelTestState(status)),
        createElement("span", {}, name),
        createElement("span", { class: "soft" }, kind),
      ),
      ...(message ? [createElement("p", { class: "soft" }, message)] : []),
    ),
  );
  return createElement("ul", { class: "items", "aria-label": l10n.t("Cases that did not pass") }, ...items);
}

function formatSummary(summary: TestFacts["summary"]): string {
  const { total, passed, failed, errored, skipped } = summary ?? {};
  const counts = [
    passed && l10n.t`${passed} passed`,
    failed && l10n.t`${failed} failed`,
    errored && l10n.t`${errored} could not be run`,
    skipped && l10n.t`${skipped} skipped`,
  ]
    .filter(Boolean)
    .join(", ");
  if (total === undefined) return counts;
  if (counts === "") return formatQuantity(total, l10n.t("case"), l10n.t("cases"));
  return total === 1 ? l10n.t`${counts} of 1 case` : l10n.t`${counts} of ${formatCount(total)} cases`;
}
