import * as l10n from "@vscode/l10n";
import {
  type CompatibilityPageState,
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPageStateSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
  type ShownReport,
} from "../protocol/compatibilityPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createElement, setText } from "../shared/element.ts";
import { createOperationList } from "./createOperationList.ts";
import { createProfileHeading } from "./createProfileHeading.ts";
import { createQuestionList } from "./createQuestionList.ts";
import { createServiceRows } from "./createServiceRows.ts";

const page = connectPage<
  CompatibilityPanelSubject,
  CompatibilityPageState,
  CompatibilityPanelToWebview,
  CompatibilityPanelFromWebview
>({
  subject: compatibilityPanelSubjectSchema,
  state: compatibilityPageStateSchema,
  messageSchema: compatibilityPanelToWebviewSchema,
  initialState: { filter: "all" },
});
const post = (message: CompatibilityPanelFromWebview) => {
  if (message.type === "looksRight") questions.foldAnswered();
  page.post(message);
};
const announce = createAnnouncer();
const heading = createProfileHeading(post, announce);
const questions = createQuestionList({ page, post });
const rows = createServiceRows();
const panes = createElement("div", { class: "panes", hidden: true }, questions.element, rows.element);
const summary = createReportSummary();
const operations = createOperationList({
  page,
  act: (action, operation) => page.post({ type: "act", action, operation }),
});

document.body.append(createElement("main", {}, heading.element, panes, summary.element, operations.element));
page.start({
  ready: () => page.post({ type: "ready" }),
  onMessage: (message) => {
    if (message.type === "done") return announce(message.message);
    if (message.type === "problem") {
      questions.showProblem(message);
      return announce(message.message);
    }
    const { shown } = message;
    heading.show(message);
    panes.hidden = !shown?.profile;
    if (shown?.profile) {
      questions.show(shown.profile);
      rows.show(shown.profile.rows);
    }
    summary.show(shown);
    operations.show(shown);
  },
});

/** How many operations work. */
function createReportSummary() {
  const [text, details] = [createElement("p", { class: "summary" }), createElement("p", { class: "details" })];
  const heading = createElement("h2", { id: "works" }, l10n.t("What Works"));
  const parts = [heading, text, details];
  const element = createElement("section", { class: "works", "aria-labelledby": "works", hidden: true }, ...parts);
  return {
    element,
    show: (shown: ShownReport | null) => {
      element.hidden = shown === null;
      setText(text, shown?.summary ?? "");
      setText(details, shown?.details ?? "");
    },
  };
}
