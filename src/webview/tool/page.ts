import * as l10n from "@vscode/l10n";
import type { UnknownRecord } from "../../text/record.ts";
import {
  type ToolPageState,
  type ToolPanelFromWebview,
  type ToolPanelState,
  type ToolPanelSubject,
  type ToolPanelToWebview,
  toolPageStateSchema,
  toolPanelSubjectSchema,
  toolPanelToWebviewSchema,
} from "../protocol/toolPanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createButton, createElement } from "../shared/element.ts";
import { createToolHeading } from "./createToolHeading.ts";
import { createArgumentsSection } from "./input/createArgumentsSection.ts";
import { createInputQuestion } from "./input/createInputQuestion.ts";
import { createCallsSection } from "./result/createCallsSection.ts";

const page = connectPage<ToolPanelSubject, ToolPageState, ToolPanelToWebview, ToolPanelFromWebview>({
  subject: toolPanelSubjectSchema,
  state: toolPageStateSchema,
  messageSchema: toolPanelToWebviewSchema,
  initialState: { tab: "form" },
});
const announce = createAnnouncer();
const draft = createDraft((entered) => page.post({ type: "draft", arguments: entered }));
const heading = createToolHeading({
  name: page.subject.tool,
  onEdit: page.subject.server.kind === "deployed" ? () => page.post({ type: "edit" }) : undefined,
  onEditVariables: () => page.post({ type: "editVariables" }),
  onStart: () => page.post({ type: "start" }),
  onDeployAgain: () => page.post({ type: "deployAgain" }),
  onRefresh: () => page.post({ type: "refresh" }),
});
const input = createArgumentsSection({
  tab: page.state.tab,
  onTab: (tab) => page.updateState({ tab }),
  onChange: draft.save,
  onPickFile: (pointer) => page.post({ type: "pickFile", pointer }),
  onCallAnyway: () => call(true),
});
const question = createInputQuestion({ post: page.post, announce });
const calls = createCallsSection({ post: page.post, announce });
const httpBox = createElement("input", { type: "checkbox", id: "http", checked: page.state.showsHttp });
httpBox.addEventListener("change", () => page.updateState({ showsHttp: httpBox.checked }));
const httpChoice = createElement(
  "label",
  { class: "row", for: "http", hidden: true },
  httpBox,
  l10n.t("Show HTTP request"),
);
const callButton = createButton(l10n.t("Call"), () => call(), { class: "primary", title: l10n.t("Call (Ctrl+Enter)") });
const cancelButton = createButton(l10n.t("Cancel"), () => cancel(), { hidden: true });
const loading = createElement("p", { class: "soft" }, l10n.t("Reading the tool..."));
const inputSection = createElement(
  "section",
  { class: "pane", "aria-labelledby": "input", hidden: true },
  createElement("h2", { id: "input" }, l10n.t("Arguments")),
  input.element,
  createElement("div", { class: "row actions" }, callButton, cancelButton, httpChoice),
);
const panes = createElement("div", { class: "panes" }, inputSection, calls.element);
document.body.append(createElement("main", {}, heading.element, question.element, loading, panes));

let state: ToolPanelState | undefined;

function call(areProblemsAllowed = false): void {
  const next = state;
  if (!next?.connected || !next.tool) return;
  const taken: UnknownRecord | undefined = input.take(areProblemsAllowed);
  if (!taken) return;
  draft.flush();
  page.post({ type: "call", arguments: taken, capture: next.hasUpstream && httpBox.checked });
}

function cancel(): void {
  const running = state?.calls.find((one) => one.state === "running");
  if (running) page.post({ type: "cancel", id: running.id });
}

function show(next: ToolPanelState): void {
  state = next;
  heading.show(next);
  loading.hidden = next.tool !== undefined || next.problem !== undefined;
  inputSection.hidden = next.tool === undefined;
  panes.hidden = next.tool === undefined && next.calls.length === 0;
  if (next.tool) input.show(next.tool.inputSchema, next.draft);
  httpChoice.hidden = !next.hasUpstream;
  callButton.disabled = !next.connected;
  cancelButton.hidden = !next.calls.some((one) => one.state === "running");
  question.show(next.server, next.calls);
  calls.show(next.calls, next.connected);
}

addEventListener("keydown", (event) => {
  if (
    event.defaultPrevented ||
    event.key !== "Enter" ||
    !(event.ctrlKey || event.metaKey) ||
    event.altKey ||
    event.shiftKey
  )
    return;
  event.preventDefault();
  call();
});

page.start({
  ready: () => page.post({ type: "ready" }),
  onMessage: (message) => {
    if (message.type === "state") show(message);
    else input.setFile(message.pointer, message);
  },
});

/** Saves what the user enters, so that it is there again when the page is. */
/** While the user types, only the last value of this time is saved. */
const pauseMs = 300;

function createDraft(post: (entered: UnknownRecord) => void) {
  let pending: UnknownRecord | undefined;
  /** Saves at once what is not saved yet. */
  const flush = () => {
    if (pending) post(pending);
    pending = undefined;
  };
  // VS Code may discard a hidden page.
  document.addEventListener("visibilitychange", flush);
  return {
    flush,
    save: (entered: UnknownRecord) => {
      if (!pending) setTimeout(flush, pauseMs);
      pending = entered;
    },
  };
}
