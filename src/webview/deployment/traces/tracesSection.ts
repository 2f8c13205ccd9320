import * as l10n from "@vscode/l10n";
import { recordingLimits } from "../../../contract/routes/recordingEnds.ts";
import { formatLocalTime } from "../../../text/formatTime.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type {
  DeploymentFacts,
  DeploymentPanelAction,
  DeploymentPanelFromWebview,
  TraceView,
} from "../../protocol/deploymentPanelMessages.ts";
import type { Announce } from "../../shared/announcer.ts";
import { createStateMark } from "../../shared/createIcon.ts";
import { createReadingNote } from "../../shared/createReadingNote.ts";
import { createTime } from "../../shared/createTime.ts";
import { createButton, createElement, createRow, replaceChangedContent, setText } from "../../shared/element.ts";
import type { StateLabel } from "../../shared/stateLabel.ts";
import { formatCallFacts, labelCallState } from "../../tool/result/callLabels.ts";
import { createBoundedText } from "../../tool/result/createBoundedText.ts";
import { createHttpView } from "../../tool/result/createHttpView.ts";
import { createResultView } from "../../tool/result/createResultView.ts";

interface TracesSectionParts {
  readonly runAction: (action: DeploymentPanelAction) => void;
  readonly post: (message: DeploymentPanelFromWebview) => void;
  readonly announce: Announce;
}

interface ShownTrace {
  readonly element: HTMLElement;
  /** What the filter searches, in lower case. */
  readonly text: string;
}

/** The recorded calls of the deployment, newest first. */
export function createTracesSection({ runAction, post, announce }: TracesSectionParts) {
  const state = createElement("div", { class: "stack" });
  const note = createReadingNote();
  // Where nothing is recorded, nothing is read.
  note.hide();
  const filter = createElement("input", {
    type: "search",
    placeholder: l10n.t("Filter"),
    "aria-label": l10n.t("Filter the recorded calls"),
  });
  const found = createElement("p", { class: "soft", hidden: true });
  const list = createElement("ul", { class: "items", "aria-label": l10n.t("Recorded calls") });
  let shown: readonly ShownTrace[] = [];
  const draw = () => {
    const searched = filter.value.trim().toLowerCase();
    const matching = shown.filter(({ text, element }) => {
      element.hidden = !text.includes(searched);
      return !element.hidden;
    });
    filter.hidden = shown.length === 0;
    found.hidden = searched === "";
    setText(found, l10n.t`${matching.length} of ${formatCalls(shown.length)}`);
  };
  filter.addEventListener("input", () => {
    draw();
    announce(found.textContent ?? "");
  });
  /** Adds recorded calls, oldest first; `replaces`: in place of those that are shown. */
  const add = (traces: readonly TraceView[], replaces: boolean) => {
    note.hide();
    const added = traces.map((trace) => ({ element: createTraceEntry(trace, post), text: formatSearchText(trace) }));
    if (replaces) list.replaceChildren();
    shown = [...(replaces ? [] : shown), ...added];
    for (const { element } of added) list.prepend(element);
    draw();
    const last = traces.at(-1);
    if (!replaces && last) announce(`${last.tool}: ${labelTraceState(last.state).word}`);
  };
  draw();
  return {
    element: createElement("div", { class: "stack" }, note.element, state, filter, found, list),
    get size() {
      return shown.length;
    },
    showFacts: (facts: DeploymentFacts) => {
      replaceChangedContent(state, [facts.recording, facts.isLive], () => createStateContent(facts, runAction));
      // The service has lost them: it was restarted.
      if (!facts.recording && shown.length > 0) add([], true);
    },
    add,
    showFailure: note.show,
  };
}

const formatCalls = (count: number) => formatQuantity(count, l10n.t("call"), l10n.t("calls"));

function formatSearchText({ tool, caller, state, error = "", arguments: given = "", structured, content }: TraceView) {
  const { word } = labelTraceState(state);
  return [tool, caller, word, error, given, JSON.stringify([content, structured])].join("\n").toLowerCase();
}

function createStateContent(
  { recording, isLive }: DeploymentFacts,
  runAction: (action: DeploymentPanelAction) => void,
): readonly (HTMLElement | undefined)[] {
  if (recording === undefined)
    return [createElement("p", { class: "soft" }, l10n.t("This service does not record calls."))];
  const isActive = recording?.endedAt === null;
  const label = isActive ? l10n.t("Stop Recording") : l10n.t("Start Recording");
  return [
    createElement("p", {}, describeRecording(recording)),
    recording && recording.missed > 0
      ? createElement("p", {}, l10n.t`Not recorded, because too many came at once: ${formatCalls(recording.missed)}.`)
      : undefined,
    isActive || isLive
      ? createRow(createButton(label, () => runAction("record"), { "data-key": "record" }))
      : undefined,
  ];
}

function describeRecording(recording: NonNullable<DeploymentFacts["recording"]> | null): string {
  if (!recording)
    return l10n.t(
      "No calls are recorded. A recording shows each call through the gateway with its arguments, its result and, for generated servers, the requests to the API.",
    );
  const { startedBy, endsAt, endedAt, end, calls } = recording;
  const at = formatLocalTime(endedAt ?? endsAt, Date.now());
  if (endedAt === null)
    return l10n.t`Recording calls, started by ${startedBy}. The recording ends by itself: ${at}, or with call ${recordingLimits.calls}. Secrets are masked.`;
  const size = formatCalls(calls);
  const reasons = {
    stopped: l10n.t`The recording ended (${at}) with ${size}: it was stopped.`,
    time: l10n.t`The recording ended (${at}) with ${size}: its time was over.`,
    calls: l10n.t`The recording ended (${at}) with ${size}, as many as it may have.`,
    bytes: l10n.t`The recording ended (${at}) with ${size}, which are as large as they may be.`,
    deployment: l10n.t`The recording ended (${at}) with ${size}: its deployment ended.`,
  } as const;
  return reasons[end ?? "stopped"];
}

type Post = (message: DeploymentPanelFromWebview) => void;

function labelTraceState(state: TraceView["state"]): StateLabel {
  return state === "unknown"
    ? { word: l10n.t("Result not known"), icon: "question", tone: "calm" }
    : labelCallState({ state });
}

/** One recorded call: a line that opens to what it sent and got. What it opens to is drawn when it is opened. */
function createTraceEntry(trace: TraceView, post: Post): HTMLElement {
  const facts = [trace.caller, formatCallFacts(trace)].filter(Boolean).map((fact) => `${fact} · `);
  const summary = createElement(
    "summary",
    {},
    createStateMark(labelTraceState(trace.state)),
    " ",
    createElement("span", { class: "mono" }, trace.tool),
    " ",
    createElement("span", { class: "soft" }, facts.join(""), createTime(trace.at)),
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
      ? createRow(
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
