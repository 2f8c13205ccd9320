import {
  type CompatibilityPageState,
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPageStateSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
} from "../protocol/compatibilityPanelMessages.ts";
import { type Announce, createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createButton, createElement, replaceChangedContent, replaceContent, setText } from "../shared/element.ts";
import { createOperationList } from "./createOperationList.ts";

const page = connectPage<
  CompatibilityPanelSubject,
  CompatibilityPageState,
  CompatibilityPanelToWebview,
  CompatibilityPanelFromWebview
>({
  subject: compatibilityPanelSubjectSchema,
  state: compatibilityPageStateSchema,
  messageSchema: compatibilityPanelToWebviewSchema,
  initialState: { filter: "all", open: [] },
});
const announce = createAnnouncer();
const heading = createCompatibilityHeading((type) => page.post({ type }), announce);
const operations = createOperationList({ page, map: (operation) => page.post({ type: "map", operation }) });

document.body.append(createElement("main", {}, heading.element, operations.element));
page.start({
  ready: () => page.post({ type: "ready" }),
  onMessage: (message) => {
    if (message.type === "done") return announce(message.message);
    heading.show(message);
    operations.show(message.shown);
  },
});

type Report = Extract<CompatibilityPanelToWebview, { type: "report" }>;
type ButtonMessage = Exclude<CompatibilityPanelFromWebview["type"], "ready" | "map">;

/** The service, the summary of the report, and the buttons for it. */
function createCompatibilityHeading(post: (type: ButtonMessage) => void, announce: Announce) {
  const facts = createElement("p", { class: "soft" });
  const summary = createElement("p", { class: "summary" });
  const problem = createElement("div", { class: "notice problem", hidden: true });
  const actions = createElement(
    "div",
    { class: "row", hidden: true },
    createButton("Copy as Issue Text", () => post("copyIssue"), { class: "primary" }),
    createButton("Export JSON...", () => post("export")),
    createButton("Edit Profile", () => post("editProfile")),
    createButton("Check Again", () => post("check")),
  );
  const protocolFacts = createElement("dl", { class: "protocolFacts" });
  let shownProblem: string | undefined;
  const showProblem = (now: Report["problem"]) => {
    if (now?.message === shownProblem) return;
    shownProblem = now?.message;
    problem.hidden = now === null;
    if (!now) return;
    const offer = createButton(now.remedy, () => post("remedy"), { "data-key": "remedy" });
    replaceContent(problem, createElement("span", { class: "fill" }, now.message), offer);
    announce(now.message);
  };
  return {
    element: createElement(
      "header",
      {},
      createElement("h1", {}, "Compatibility"),
      facts,
      summary,
      actions,
      problem,
      protocolFacts,
    ),
    show: ({ shown, problem: now }: Report) => {
      actions.hidden = shown === null;
      setText(facts, shown ? [...new Set([shown.connection, shown.host])].join(" · ") : "");
      setText(summary, shown ? shown.summary : now ? "" : "Connecting...");
      replaceChangedContent(protocolFacts, shown?.protocolFacts, () =>
        (shown?.protocolFacts ?? []).map(({ name, text }) =>
          createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, text)),
        ),
      );
      showProblem(now);
    },
  };
}
