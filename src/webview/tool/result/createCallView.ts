import * as l10n from "@vscode/l10n";
import type { ToolPanelFromWebview } from "../../protocol/toolPanelFromWebview.ts";
import type { CallView } from "../../protocol/toolPanelMessages.ts";
import { createStateMark } from "../../shared/createStateMark.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { formatLocalTime } from "../../shared/format.ts";
import { formatCallFacts, labelCallState } from "./callLabels.ts";
import { createHttpView } from "./createHttpView.ts";
import { createResultView } from "./createResultView.ts";

type Post = (message: ToolPanelFromWebview) => void;

/** One call: its state, what can be done with it, and its result. */
export function createCallView(call: CallView, post: Post): readonly (HTMLElement | undefined)[] {
  const facts = [formatCallFacts(call), formatLocalTime(call.at, Date.now())].filter(Boolean).join(" · ");
  return [
    createElement(
      "div",
      { class: "row" },
      createStateMark(labelCallState(call.state)),
      createElement("span", { class: "soft" }, facts),
    ),
    call.state === "running" ? createProgress(call) : createActions(call, post),
    call.error === undefined ? undefined : createElement("div", { class: "notice problem text" }, call.error),
    ...createResultView(call, (uri) => post({ type: "openLink", uri })),
    createHttpView(call.exchanges, (index) => post({ type: "copyExchange", id: call.id, index })),
  ];
}

function createProgress({ progress }: CallView): HTMLElement {
  const bar = createElement("progress", {
    "aria-label": l10n.t("Progress of the call"),
    max: progress?.total,
    // Without a total, only the server knows how much is left.
    value: progress?.total === undefined ? undefined : progress.progress,
  });
  const text = progress?.message ?? (progress && progress.total === undefined ? String(progress.progress) : "");
  return createElement("div", { class: "row" }, bar, createElement("span", {}, text));
}

function createActions({ id, content }: CallView, post: Post): HTMLElement {
  const copyAs = (label: string, format: "mcp" | "curl" | "case") =>
    createButton(label, () => post({ type: "copyAs", id, format }), { class: "quiet", "data-key": `copy ${format}` });
  return createElement(
    "div",
    { class: "row" },
    createButton(l10n.t("Call Again"), () => post({ type: "callAgain", id }), { "data-key": "again" }),
    ...(content
      ? [createButton(l10n.t("Keep as Test Case"), () => post({ type: "keepAsCase", id }), { "data-key": "keep" })]
      : []),
    copyAs(l10n.t("Copy as MCP JSON"), "mcp"),
    ...(content ? [copyAs(l10n.t("Copy as curl"), "curl"), copyAs(l10n.t("Copy as Test Case"), "case")] : []),
  );
}
