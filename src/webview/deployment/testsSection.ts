import type { DeploymentPanelAction, TestFacts } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";
import { formatQuantity, formatShortDuration, formatTimeAgo } from "../shared/format.ts";
import { labelTestState } from "./stateLabels.ts";

export interface TestsSection {
  readonly element: HTMLElement;
  show(run: TestFacts | null): void;
  showFailure(message: string): void;
}

/** The newest test run of the files of this deployment. */
export function createTestsSection(runAction: (action: DeploymentPanelAction) => void): TestsSection {
  const body = createElement("div", { class: "stack" }, createElement("p", { class: "soft" }, "Reading..."));
  const failure = createElement("p", { class: "soft", hidden: true });
  return {
    element: createElement("div", { class: "stack" }, failure, body),
    showFailure: (message) => {
      failure.hidden = false;
      setText(failure, message);
    },
    show: (run) => {
      failure.hidden = true;
      const from = [run, run && formatTimeAgo(run.createdAt, Date.now())];
      replaceChangedContent(body, from, () =>
        run ? result(run, runAction) : [...createEmptyNote(), buttons(runAction)],
      );
    },
  };
}

function createEmptyNote(): readonly HTMLElement[] {
  return [createElement("p", {}, "No test run has these files. Run the tests before others rely on the server.")];
}

function buttons(runAction: (action: DeploymentPanelAction) => void, canOpen = false): HTMLElement {
  return createElement(
    "div",
    { class: "row" },
    createButton("Run Tests", () => runAction("test"), { "data-key": "test" }),
    canOpen ? createButton("Open Test Run", () => runAction("openRun"), { "data-key": "openRun" }) : undefined,
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
    createElement("p", { class: "soft" }, formatRunTime(run), isPartial ? ". Only some of the cases were run." : "."),
    ...(statusDetail === null ? [] : [createElement("p", {}, statusDetail)]),
    ...(cases.length === 0 ? [] : [caseList(cases)]),
    buttons(runAction, true),
  ];
}

function formatRunTime({ createdAt, triggeredBy, summary }: TestFacts): string {
  const when = [formatTimeAgo(createdAt, Date.now()), triggeredBy && `by ${triggeredBy}`].filter(Boolean).join(" ");
  return [when, `took ${formatShortDuration(summary.durationMs)}`].filter(Boolean).join(", ");
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
      ...(message === null ? [] : [createElement("p", { class: "soft" }, message)]),
    ),
  );
  return createElement("ul", { class: "items", "aria-label": "Cases that did not pass" }, ...items);
}

function formatSummary({ total, passed, failed, errored, skipped }: TestFacts["summary"]): string {
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [errored, "could not be run"],
    [skipped, "skipped"],
  ] as const;
  const counts = parts.filter(([some]) => some > 0).map(([some, what]) => `${some} ${what}`);
  return counts.length > 0 ? `${counts.join(", ")} of ${formatQuantity(total, "case")}` : formatQuantity(total, "case");
}
