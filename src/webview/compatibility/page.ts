import * as l10n from "@vscode/l10n";
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
import { createFact } from "./createOperationDetail.ts";
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
const heading = createCompatibilityHeading((message) => page.post(message), announce);
const operations = createOperationList({
  page,
  onDetail: {
    act: (action, operation) => page.post({ type: "act", action, operation }),
    explainState: (operation, state) => page.post({ type: "explainState", operation, state }),
  },
});

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

/** The service, the summary of the report, and the buttons for it. */
function createCompatibilityHeading(post: (message: CompatibilityPanelFromWebview) => void, announce: Announce) {
  const facts = createElement("p", { class: "soft" });
  const summary = createElement("p", { class: "summary" });
  const details = createElement("p", { class: "details" });
  const presetText = createElement("span", {});
  const preset = createElement(
    "div",
    { class: "row", hidden: true },
    presetText,
    createButton(l10n.t("Choose Another Preset..."), () => post({ type: "act", action: "choosePreset" })),
  );
  const problem = createElement("div", { class: "notice problem", hidden: true });
  const actions = createElement(
    "div",
    { class: "row", hidden: true },
    createButton(l10n.t("Copy as Issue Text"), () => post({ type: "copyIssue" }), { class: "primary" }),
    createButton(l10n.t("Export JSON..."), () => post({ type: "export" })),
    createButton(l10n.t("Edit Profile"), () => post({ type: "act", action: "editProfile" })),
    createButton(l10n.t("Check Again"), () => post({ type: "check" })),
  );
  const advice = createElement("div", { class: "row" });
  const protocolFacts = createElement("dl", { class: "protocolFacts" });
  let shownProblem: string | undefined;
  const showProblem = (now: Report["problem"]) => {
    if (now?.message === shownProblem) return;
    shownProblem = now?.message;
    problem.hidden = now === null;
    if (!now) return;
    const offer = createButton(now.remedy, () => post({ type: "remedy" }), { "data-key": "remedy" });
    replaceContent(problem, createElement("span", { class: "fill" }, now.message), offer);
    announce(now.message);
  };
  return {
    element: createElement(
      "header",
      {},
      createElement("h1", {}, l10n.t("Compatibility")),
      facts,
      summary,
      details,
      preset,
      advice,
      actions,
      problem,
      protocolFacts,
    ),
    show: ({ shown, problem: now }: Report) => {
      actions.hidden = shown === null;
      setText(facts, shown ? [...new Set([shown.connection, shown.host])].join(" · ") : "");
      setText(summary, shown ? shown.summary : now ? "" : l10n.t("Connecting..."));
      setText(details, shown?.details ?? "");
      preset.hidden = shown === null || shown.preset === null;
      setText(presetText, shown?.preset ?? "");
      advice.hidden = shown === null || shown.advice.length === 0;
      replaceChangedContent(advice, shown?.advice, () =>
        (shown?.advice ?? []).map(({ action, title }) =>
          createButton(title, () => post({ type: "act", action }), { "data-key": action }),
        ),
      );
      replaceChangedContent(protocolFacts, shown?.protocolFacts, () => (shown?.protocolFacts ?? []).map(createFact));
      showProblem(now);
    },
  };
}
