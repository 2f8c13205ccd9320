import * as l10n from "@vscode/l10n";
import { labelDeploymentState } from "../deployment/stateLabels.ts";
import {
  type CompatibilityPageState,
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPageStateSchema,
  compatibilityPanelSubjectSchema,
  compatibilityPanelToWebviewSchema,
  type ShownReport,
  type ShownRowGroup,
} from "../protocol/compatibilityPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createElement, createTable, replaceChangedContent, setText } from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";
import { createOperationList } from "./createOperationList.ts";
import { createProfileHeading } from "./createProfileHeading.ts";
import { createQuestionList } from "./createQuestionList.ts";

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

/** The states of servers that deployments do not have. */
const serverMarks: Readonly<Record<string, Omit<StateLabel, "word">>> = {
  ready: { icon: "pass", tone: "good" },
  generating: { icon: "busy", tone: "busy" },
  draft: { icon: "clock", tone: "calm" },
};

/** The first rows of each view, as they are shown with the profile as it is now. */
function createServiceRows() {
  const groups = createElement("div", { class: "groups" });
  const heading = createElement("h2", { id: "rows" }, l10n.t("How It Is Shown"));
  return {
    element: createElement("section", { class: "rows", "aria-labelledby": "rows" }, heading, groups),
    show: (shown: readonly ShownRowGroup[]) => replaceChangedContent(groups, shown, () => shown.map(createGroup)),
  };
}

function createGroup({ title, ownerTitle, hasStates, count, rows }: ShownRowGroup): HTMLElement {
  const columns = [
    l10n.t("Name"),
    ...(hasStates ? [l10n.t("State")] : []),
    ...(ownerTitle === null ? [] : [ownerTitle]),
  ];
  const cells = rows.map(({ name, id, status, owner }) => [
    name ?? createElement("span", { class: "mono soft" }, id ?? l10n.t("not known")),
    ...(hasStates ? [status ? createStateMark({ ...markOf(status.state ?? ""), word: status.text }) : undefined] : []),
    ...(ownerTitle === null ? [] : [owner ?? undefined]),
  ]);
  const caption = createElement("caption", {}, createElement("h3", {}, `${title} (${count})`));
  return createTable(
    columns.map((column) => ({ title: column })),
    cells,
    {},
    caption,
  );
}

function markOf(state: string): Omit<StateLabel, "word"> {
  return (Object.hasOwn(serverMarks, state) ? serverMarks[state] : undefined) ?? labelDeploymentState(state);
}
