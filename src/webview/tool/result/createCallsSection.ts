import * as l10n from "@vscode/l10n";
import type { CallView, ToolPanelFromWebview } from "../../protocol/toolPanelMessages.ts";
import type { Announce } from "../../shared/announcer.ts";
import { createStateMark } from "../../shared/createIcon.ts";
import { createTime } from "../../shared/createTime.ts";
import {
  createButton,
  createElement,
  createRow,
  replaceChangedContent,
  replaceContent,
  setAttribute,
} from "../../shared/element.ts";
import { formatCallFacts, labelCallState } from "./callLabels.ts";
import { createHttpView } from "./createHttpView.ts";
import { createResultView } from "./createResultView.ts";

interface CallsSectionParts {
  readonly post: (message: ToolPanelFromWebview) => void;
  readonly announce: Announce;
}

/** The calls of this tool: one of them in full, and all as a list. */
export function createCallsSection({ post, announce }: CallsSectionParts) {
  const view = createElement("div", { class: "fields" });
  const list = createElement("ul", { class: "history", "aria-labelledby": "history" });
  const history = createElement(
    "section",
    { class: "fields", "aria-labelledby": "history", hidden: true },
    createElement("h2", { id: "history" }, l10n.t("History")),
    list,
  );
  const empty = createElement("p", { class: "soft" }, l10n.t("No calls since this window was opened."));
  let calls: readonly CallView[] = [];
  let selected: string | undefined;
  let isConnected = false;
  const draw = () => {
    const call = calls.find(({ id }) => id === selected) ?? calls[0];
    history.hidden = calls.length < 2;
    // The result of a call that has ended does not change.
    replaceChangedContent(view, [call?.id, call?.state, call?.progress, call?.task, call?.error], () =>
      call ? createCallView(call, post) : [empty],
    );
    for (const again of view.querySelectorAll("button[data-key=again]"))
      again.toggleAttribute("disabled", !isConnected);
    replaceContent(list, ...calls.map((one) => createElement("li", {}, createEntry(one, one === call))));
  };
  const createEntry = (call: CallView, isSelected: boolean) => {
    const entry = createElement(
      "button",
      { type: "button", class: "entry", "data-key": `call ${call.id}` },
      createStateMark(labelCallState(call)),
      createElement("span", { class: "soft" }, formatCallFacts(call)),
      createElement("span", { class: "soft" }, createTime(call.at)),
    );
    setAttribute(entry, "aria-current", isSelected ? "true" : undefined);
    entry.addEventListener("click", () => {
      selected = call.id;
      draw();
    });
    return entry;
  };
  return {
    element: createElement(
      "section",
      { class: "pane", "aria-labelledby": "result" },
      createElement("h2", { id: "result" }, l10n.t("Result")),
      view,
      history,
    ),
    /** Shows the calls, newest first. A new call is selected. */
    show: (next: readonly CallView[], isConnectedNow: boolean) => {
      const before = calls;
      calls = next;
      isConnected = isConnectedNow;
      const [newest] = calls;
      if (newest && newest.id !== before[0]?.id) selected = newest.id;
      for (const call of calls) announceChange(call, before, announce);
      draw();
    },
  };
}

/** Announces the end of a call that was running, and what a running one reports. */
function announceChange(call: CallView, before: readonly CallView[], announce: Announce): void {
  const earlier = before.find(({ id }) => id === call.id);
  if (call.state === "running") {
    const message = readProgressText(call);
    if (!earlier) announce(l10n.t("The call is running."));
    else if (message !== undefined && message !== readProgressText(earlier)) announce(message);
    return;
  }
  if (earlier?.state !== "running") return;
  const { word } = labelCallState(call);
  announce([`${word}.`, formatCallFacts(call), call.error].filter(Boolean).join(" "));
}

type Post = (message: ToolPanelFromWebview) => void;

/** One call: its state, what can be done with it, and its result. */
function createCallView(call: CallView, post: Post): readonly (HTMLElement | undefined)[] {
  const facts = formatCallFacts(call);
  return [
    createRow(
      createStateMark(labelCallState(call)),
      createElement("span", { class: "soft" }, facts === "" ? "" : `${facts} · `, createTime(call.at)),
    ),
    call.state === "running" ? createProgress(call, post) : createActions(call, post),
    call.state === "running" ? undefined : createTaskNote(call),
    call.error === undefined ? undefined : createElement("div", { class: "notice problem text" }, call.error),
    ...createResultView(call, (uri) => post({ type: "openLink", uri })),
    createHttpView(call.exchanges, (index) => post({ type: "copyExchange", id: call.id, index })),
  ];
}

const readProgressText = ({ progress, task }: CallView) => task?.message ?? progress?.message;

function createProgress(call: CallView, post: Post): HTMLElement {
  const { id, progress, task } = call;
  const bar = createElement("progress", {
    "aria-label": l10n.t("Progress of the call"),
    max: progress?.total,
    // Without a total, only the server knows how much is left.
    value: progress?.total === undefined ? undefined : progress.progress,
  });
  const text = readProgressText(call) ?? (progress && progress.total === undefined ? String(progress.progress) : "");
  const cancel = createButton(l10n.t("Cancel Task"), () => post({ type: "cancel", id }), { "data-key": "cancel" });
  return createRow(bar, createElement("span", {}, text), task && cancel);
}

/** What the server said of the task when it ended, and why its arguments are not shown. */
function createTaskNote({ task, isResumed }: CallView): HTMLElement | undefined {
  const texts = [
    task?.message,
    isResumed && l10n.t("The call began before the window was reloaded. Its arguments were not kept."),
  ].filter(Boolean);
  return texts.length > 0 ? createElement("p", { class: "soft text" }, texts.join(" ")) : undefined;
}

/** A call whose arguments are not known cannot be sent again. */
function createActions({ id, content, isResumed }: CallView, post: Post): HTMLElement | undefined {
  if (isResumed) return undefined;
  return createRow(
    content
      ? createButton(l10n.t("Keep as Test Case"), () => post({ type: "keepAsCase", id }), { "data-key": "keep" })
      : undefined,
    createButton(l10n.t("Call Again"), () => post({ type: "callAgain", id }), { "data-key": "again" }),
    createButton(l10n.t("Copy As..."), () => post({ type: "copyAs", id }), { "data-key": "copy" }),
  );
}
