import * as l10n from "@vscode/l10n";
import { removeMarkdown } from "../../text/markdown/removeMarkdown.ts";
import type { ShownTool, ToolPanelState } from "../protocol/toolPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createButton, createElement, createRow, replaceChangedContent, setText } from "../shared/element.ts";
import type { IconName } from "../shared/stateLabel.ts";
import { formatTokens } from "./result/callLabels.ts";

interface ToolHeadingParts {
  /** The name of the tool, known before the tool is read. */
  readonly name: string;
  /** undefined: the tool is not one of a server of the service. */
  readonly onEdit: (() => void) | undefined;
  readonly onEditVariables: () => void;
  readonly onStart: () => void;
  readonly onDeployAgain: () => void;
  readonly onRefresh: () => void;
}

/** What the tool is: its names, its description, what its annotations mean, and why it cannot be called. */
export function createToolHeading({ name, onEdit, ...parts }: ToolHeadingParts) {
  const title = createElement("h1", {}, name);
  const facts = createElement("p", { class: "soft" });
  const annotations = createElement("ul", { class: "row annotations", "aria-label": l10n.t("Annotations") });
  const reason = createElement("p", { class: "soft" });
  const edit = createButton(l10n.t("Edit Tool..."), () => onEdit?.(), { "data-key": "edit", hidden: true });
  const description = createElement("div", { class: "text" });
  const variables = createButton(l10n.t("Edit Variables..."), parts.onEditVariables, { "data-key": "variables" });
  const actions = createRow(edit, variables);
  const changed = createElement(
    "div",
    { class: "notice", role: "status", hidden: true },
    createElement("span", { class: "fill" }, l10n.t("Its variables have other values than the live deployment.")),
    createButton(l10n.t("Apply: Deploy Again"), parts.onDeployAgain, { "data-key": "apply" }),
  );
  const problem = createElement("div", { class: "notice problem", role: "alert", hidden: true });
  return {
    element: createElement("header", {}, title, facts, annotations, reason, description, actions, changed, problem),
    show: (state: ToolPanelState) => {
      const { server, tool, tokens, hintReason, problem: why, isStopped, hasVariables, isChanged } = state;
      setText(title, tool?.title ?? tool?.name ?? name);
      const cost = tokens === undefined ? undefined : formatTokens(tokens);
      setText(facts, [tool?.name ?? name, server, cost].filter(Boolean).join(" · "));
      annotations.hidden = tool === undefined;
      replaceChangedContent(annotations, [tool?.annotations], () => listAnnotations(tool).map(createAnnotation));
      reason.hidden = hintReason === undefined;
      setText(reason, hintReason ?? "");
      edit.hidden = tool === undefined || onEdit === undefined;
      variables.hidden = !hasVariables;
      changed.hidden = !isChanged;
      description.hidden = !tool?.description;
      replaceChangedContent(description, tool?.description, () =>
        createDescription(removeMarkdown(tool?.description ?? "")),
      );
      problem.hidden = why === undefined;
      replaceChangedContent(problem, [why, isStopped], () => [
        createElement("span", { class: "fill" }, why),
        isStopped
          ? createButton(l10n.t("Start"), parts.onStart, { class: "primary", "data-key": "start" })
          : createButton(l10n.t("Refresh"), parts.onRefresh, { "data-key": "refresh" }),
      ]);
    },
  };
}

interface Annotation {
  readonly icon: IconName;
  readonly text: string;
}

/** What is not declared has the default of the Model Context Protocol: a tool may destroy data and reach other systems. */
function listAnnotations(tool: ShownTool | undefined): readonly Annotation[] {
  const annotations = tool?.annotations;
  if (!annotations) return [{ icon: "question", text: l10n.t("Does not declare whether it changes data") }];
  const { readOnlyHint = false, destructiveHint = true, idempotentHint = false, openWorldHint } = annotations;
  return [
    readOnlyHint
      ? { icon: "pass", text: l10n.t("Only reads") }
      : destructiveHint
        ? { icon: "warning", text: l10n.t("Can change and delete data") }
        : { icon: "up", text: l10n.t("Adds data, deletes nothing") },
    ...(idempotentHint && !readOnlyHint
      ? [{ icon: "history", text: l10n.t("A repeated call changes nothing more") } as const]
      : []),
    ...(openWorldHint === false ? [{ icon: "check", text: l10n.t("Reaches no other systems") } as const] : []),
  ];
}

function createAnnotation({ icon, text }: Annotation): HTMLElement {
  return createElement("li", {}, createIcon(icon), " ", text);
}

/** Longer descriptions are shown in full when the user opens them. */
const longestDescription = 600;

function createDescription(text: string): readonly HTMLElement[] {
  if (text.length <= longestDescription) return [createElement("p", {}, text)];
  const summary = createElement("summary", { "data-key": "description" }, l10n.t("Full Description"));
  return [
    createElement("p", {}, `${text.slice(0, longestDescription)}...`),
    createElement("details", {}, summary, createElement("p", {}, text)),
  ];
}
