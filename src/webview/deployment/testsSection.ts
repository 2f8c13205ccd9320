import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentPanelAction, TestFacts } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";
import { formatQuantity, formatShortDuration, formatTimeAgo } from "../shared/format.ts";
import { labelTestState } from "./stateLabels.ts";

export interface TestsSection {
  readonly element: HTMLElement;
  show(run: TestFacts | null): void;
  showFailure(words: string): void;
}

/** The newest run that tested the files that are deployed here. */
export function createTestsSection(act: (act: DeploymentPanelAction) => void): TestsSection {
  const body = createElement("div", { class: "stack" }, createElement("p", { class: "soft" }, "Reading..."));
  const failure = createElement("p", { class: "soft", hidden: true });
  return {
    element: createElement("div", { class: "stack" }, failure, body),
    showFailure: (words) => {
      failure.hidden = false;
      setText(failure, words);
    },
    show: (run) => {
      failure.hidden = true;
      const from = [run, run && formatTimeAgo(run.createdAt, Date.now())];
      replaceChangedContent(body, from, () => (run ? result(run, act) : [...nothing(), buttons(act)]));
    },
  };
}

function nothing(): readonly HTMLElement[] {
  return [createElement("p", {}, "These files were never tested. Run the tests before others rely on them.")];
}

function buttons(act: (act: DeploymentPanelAction) => void, isOpenable = false): HTMLElement {
  return createElement(
    "div",
    { class: "row" },
    createButton("Run Tests", () => act("test"), { "data-key": "test" }),
    isOpenable ? createButton("Open Test Run", () => act("openRun"), { "data-key": "openRun" }) : undefined,
  );
}

function result(run: TestFacts, act: (act: DeploymentPanelAction) => void): readonly HTMLElement[] {
  const { status, statusDetail, summary, isPartial, cases } = run;
  return [
    createElement(
      "p",
      { class: "row" },
      createStateMark(labelTestState(status)),
      createElement("span", {}, summaryWords(summary)),
    ),
    createElement(
      "p",
      { class: "soft" },
      [whenWords(run), isPartial && "Only some of the cases were run"]
        .filter(Boolean)
        .map((words) => `${words}.`)
        .join(" "),
    ),
    ...(statusDetail ? [createElement("p", {}, statusDetail)] : []),
    ...(cases.length === 0 ? [] : [caseList(cases)]),
    buttons(act, true),
  ];
}

function whenWords({ createdAt, triggeredBy, summary }: TestFacts): string {
  const when = joinWords(formatTimeAgo(createdAt, Date.now()), triggeredBy && `by ${triggeredBy}`);
  const ms = summary?.durationMs;
  return [when, ms !== undefined && `took ${formatShortDuration(ms)}`].filter(Boolean).join(", ");
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
  return createElement("ul", { class: "items", "aria-label": "Cases that did not pass" }, ...items);
}

function summaryWords(summary: TestFacts["summary"]): string {
  const { total, passed, failed, errored, skipped } = summary ?? {};
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [errored, "could not be run"],
    [skipped, "skipped"],
  ] as const;
  const said = parts.filter(([some]) => some).map(([some, what]) => `${some} ${what}`);
  return [said.join(", "), total !== undefined && formatQuantity(total, "case")].filter(Boolean).join(" of ");
}
