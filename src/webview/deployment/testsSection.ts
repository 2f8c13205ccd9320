import type { Act, TestFacts } from "../protocol/deploymentPanelMessages.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { button, element, refill, setText } from "../shared/element.ts";
import { ago, counted, milliseconds } from "../shared/format.ts";
import { testWords } from "./stateLabels.ts";

export interface TestsSection {
  readonly element: HTMLElement;
  show(run: TestFacts | null): void;
  showFailure(words: string): void;
}

/** The newest run that tested the files that are deployed here. */
export function createTestsSection(act: (act: Act) => void): TestsSection {
  const body = element("div", { class: "stack" }, element("p", { class: "soft" }, "Reading..."));
  const failure = element("p", { class: "soft", hidden: true });
  return {
    element: element("div", { class: "stack" }, failure, body),
    showFailure: (words) => {
      failure.hidden = false;
      setText(failure, words);
    },
    show: (run) => {
      failure.hidden = true;
      const from = [run, run && ago(run.createdAt, Date.now())];
      refill(body, from, () => (run ? result(run, act) : [...nothing(), buttons(act)]));
    },
  };
}

function nothing(): readonly HTMLElement[] {
  return [element("p", {}, "These files were never tested. Run the tests before others rely on them.")];
}

function buttons(act: (act: Act) => void, isOpenable = false): HTMLElement {
  return element(
    "div",
    { class: "row" },
    button("Run Tests", () => act("test"), { "data-key": "test" }),
    isOpenable ? button("Open Test Run", () => act("openRun"), { "data-key": "openRun" }) : undefined,
  );
}

function result(run: TestFacts, act: (act: Act) => void): readonly HTMLElement[] {
  const { status, statusDetail, summary, isPartial, cases } = run;
  return [
    element("p", { class: "row" }, stateMark(testWords(status)), element("span", {}, summaryWords(summary))),
    element("p", { class: "soft" }, whenWords(run), isPartial ? ". Only some of the cases were run." : "."),
    ...(statusDetail === null ? [] : [element("p", {}, statusDetail)]),
    ...(cases.length === 0 ? [] : [caseList(cases)]),
    buttons(act, true),
  ];
}

function whenWords({ createdAt, triggeredBy, summary }: TestFacts): string {
  const when = [ago(createdAt, Date.now()), triggeredBy && `by ${triggeredBy}`].filter(Boolean).join(" ");
  return [when, `took ${milliseconds(summary.durationMs)}`].filter(Boolean).join(", ");
}

function caseList(cases: TestFacts["cases"]): HTMLElement {
  const items = cases.map(({ name, kind, status, message }) =>
    element(
      "li",
      {},
      element(
        "p",
        { class: "row" },
        stateMark(testWords(status)),
        element("span", {}, name),
        element("span", { class: "soft" }, kind),
      ),
      ...(message === null ? [] : [element("p", { class: "soft" }, message)]),
    ),
  );
  return element("ul", { class: "items", "aria-label": "Cases that did not pass" }, ...items);
}

function summaryWords({ total, passed, failed, errored, skipped }: TestFacts["summary"]): string {
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [errored, "could not be run"],
    [skipped, "skipped"],
  ] as const;
  const said = parts.filter(([some]) => some > 0).map(([some, what]) => `${some} ${what}`);
  return said.length > 0 ? `${said.join(", ")} of ${counted(total, "case")}` : counted(total, "case");
}
