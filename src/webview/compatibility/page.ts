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
  place: compatibilityPageStateSchema,
  hears: compatibilityPanelToWebviewSchema,
  start: { filter: "all", open: [] },
});
const announce = createAnnouncer();
const heading = createCompatibilityHeading((type) => page.say({ type }), announce);
const operations = createOperationList({ page, map: (operation) => page.say({ type: "map", operation }) });

document.body.append(createElement("main", {}, heading.element, operations.element));
page.start({
  ready: () => page.say({ type: "ready" }),
  hear: (told) => {
    if (told.type === "done") return announce(told.words);
    heading.show(told);
    operations.show(told.shown);
  },
});

type Report = Extract<CompatibilityPanelToWebview, { type: "report" }>;
type Asks = Exclude<CompatibilityPanelFromWebview["type"], "ready" | "map">;

/** Whose service it is, how well it is understood, and what can be done with the report. */
function createCompatibilityHeading(ask: (what: Asks) => void, announce: Announce) {
  const facts = createElement("p", { class: "soft" });
  const summary = createElement("p", { class: "summary" });
  const problem = createElement("div", { class: "notice problem", hidden: true });
  const acts = createElement(
    "div",
    { class: "row", hidden: true },
    createButton("Copy as Issue Text", () => ask("copyIssue"), { class: "primary" }),
    createButton("Export JSON...", () => ask("export")),
    createButton("Edit Profile", () => ask("editProfile")),
    createButton("Check Again", () => ask("check")),
  );
  const speech = createElement("dl", { class: "speech" });
  let told: string | undefined;
  const showProblem = (now: Report["problem"]) => {
    if (now?.message === told) return;
    told = now?.message;
    problem.hidden = now === null;
    if (!now) return;
    const offer = createButton(now.remedy, () => ask("remedy"), { "data-key": "remedy" });
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
      acts,
      problem,
      speech,
    ),
    show: ({ shown, problem: now }: Report) => {
      acts.hidden = shown === null;
      setText(facts, shown ? [...new Set([shown.connection, shown.host])].join(" · ") : "");
      setText(summary, shown ? shown.summary : now ? "" : "Connecting...");
      replaceChangedContent(speech, shown?.speech, () =>
        (shown?.speech ?? []).map(({ name, words }) =>
          createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, words)),
        ),
      );
      showProblem(now);
    },
  };
}
