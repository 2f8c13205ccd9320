import * as l10n from "@vscode/l10n";
import type { DeploymentPanelFromWebview } from "../../protocol/deploymentPanelFromWebview.ts";
import type { TraceView } from "../../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../../shared/createStateMark.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { formatLocalTime } from "../../shared/format.ts";
import type { StateLabel } from "../../shared/stateLabel.ts";
import { formatCallFacts, labelCallState } from "../../tool/result/callLabels.ts";
import { createBoundedText } from "../../tool/result/createBoundedText.ts";
import { createHttpView } from "../../tool/result/createHttpView.ts";
import { createResultView } from "../../tool/result/createResultView.ts";

type Post = (message: DeploymentPanelFromWebview) => void;

export function labelTraceState(state: TraceView["state"]): StateLabel {
  return state === "unknown"
    ? { word: l10n.t("Result not known"), icon: "question", tone: "calm" }
    : labelCallState(state);
}

/** One recorded call: a line that opens to what it sent and got. What it opens to is drawn when it is opened. */
export function createTraceEntry(trace: TraceView, post: Post): HTMLElement {
  const facts = [trace.caller, formatCallFacts(trace), formatLocalTime(trace.at, Date.now())].filter(Boolean);
  const summary = createElement(
    "summary",
    {},
    createStateMark(labelTraceState(trace.state)),
    " ",
    createElement("span", { class: "mono" }, trace.tool),
    " ",
    createElement("span", { class: "soft" }, facts.join(" · ")),
  );
  const details = createElement("details", { class: "trace" }, summary);
  const draw = () => details.append(createElement("div", { class: "stack" }, ...createBody(trace, post)));
  details.addEventListener("toggle", draw, { once: true });
  return createElement("li", {}, details);
}

function createBody(trace: TraceView, post: Post): readonly (HTMLElement | undefined)[] {
  const { sequence, exchanges } = trace;
  const keep = l10n.t("Keep as Test Case");
  const canKeep = trace.arguments !== undefined && trace.content !== undefined && trace.state !== "unknown";
  return [
    canKeep
      ? createElement(
          "div",
          { class: "row" },
          createButton(keep, () => post({ type: "keepTrace", sequence }), { "aria-label": `${keep}: ${trace.tool}` }),
        )
      : undefined,
    ...trace.notes.map((note) => createElement("p", { class: "soft" }, note)),
    ...(trace.arguments === undefined
      ? []
      : [createElement("h3", {}, l10n.t("Arguments")), createBoundedText(trace.arguments)]),
    createElement("h3", {}, l10n.t("Result")),
    trace.error === undefined ? undefined : createElement("p", { class: "failure" }, trace.error),
    ...createResultView(trace, (uri) => post({ type: "openTraceLink", uri })),
    createHttpView(exchanges, (index) => post({ type: "copyTraceExchange", sequence, index })),
  ];
}
