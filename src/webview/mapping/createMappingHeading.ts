import * as l10n from "@vscode/l10n";
import { formatCount } from "../../text/language/formatQuantity.ts";
import type { MappingPageState, MappingPanelToWebview, ShownAnswer } from "../protocol/mappingPanelMessages.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";

export interface MappingHeadingParts {
  readonly operation: string;
  readonly onSave: () => void;
  readonly onUndo: () => void;
  readonly onDiscard: () => void;
  readonly onAsk: () => void;
  readonly onRefresh: () => void;
  readonly onAnother: () => void;
  readonly onRemedy: () => void;
}

interface HeadingFacts {
  readonly answer: ShownAnswer | null;
  readonly problem: Extract<MappingPanelToWebview, { type: "answer" }>["problem"];
  readonly isLoaded: boolean;
  readonly models: { readonly canAsk: boolean; readonly working: string | null };
  readonly state: MappingPageState;
}

function formatUnsaved(count: number): string {
  if (count === 0) return "";
  return count === 1 ? l10n.t("1 choice not saved") : l10n.t`${formatCount(count)} choices not saved`;
}

/** The operation, the buttons, and what is not saved. */
export function createMappingHeading(parts: MappingHeadingParts) {
  const facts = createElement("p", { class: "soft" });
  const save = createButton(l10n.t("Save"), parts.onSave, { class: "primary", "aria-keyshortcuts": "Control+S" });
  const undo = createButton(l10n.t("Undo"), parts.onUndo, { "aria-keyshortcuts": "Control+Z" });
  const discard = createButton(l10n.t("Discard"), parts.onDiscard);
  const unsaved = createElement("span", { class: "soft" });
  const ask = createButton(l10n.t("Ask the Language Model..."), parts.onAsk);
  const refresh = createButton(l10n.t("Read Again"), parts.onRefresh);
  const another = createButton(l10n.t("Map Another Answer..."), parts.onAnother);
  const problemNotice = createElement("div", { class: "notice problem", hidden: true });
  const element = createElement(
    "header",
    {},
    createElement("h1", {}, l10n.t`Map ${parts.operation}`),
    facts,
    createElement(
      "div",
      { class: "row between" },
      createElement("div", { class: "row" }, save, undo, discard, unsaved),
      createElement("div", { class: "row" }, ask, refresh, another),
    ),
    problemNotice,
  );
  return {
    element,
    /** What the buttons do, while they are turned on. */
    save: () => save.click(),
    undo: () => undo.click(),
    show: ({ answer, problem, isLoaded, models, state: { changes, proposal } }: HeadingFacts) => {
      setText(facts, answer ? answer.connection : isLoaded ? "" : l10n.t("Reading the answer..."));
      const isUnchanged = changes.length === 0;
      const focusedButton = [save, undo, discard].find((button) => button.matches(":focus"));
      save.disabled = isUnchanged || answer === null || problem !== null;
      undo.disabled = isUnchanged;
      discard.disabled = isUnchanged && proposal === null;
      // A button that is turned off loses the focus.
      if (focusedButton?.disabled) ([save, undo, discard].find((button) => !button.disabled) ?? another).focus();
      setText(unsaved, formatUnsaved(changes.length));
      ask.hidden = !models.canAsk || answer === null;
      ask.disabled = models.working !== null;
      problemNotice.hidden = problem === null;
      replaceChangedContent(problemNotice, problem, () =>
        problem
          ? [
              createElement("span", { class: "fill" }, problem.message),
              createButton(problem.remedy, parts.onRemedy, { "data-key": "remedy" }),
            ]
          : [],
      );
    },
    /** Moves the focus on after the focused line of a proposal is gone. */
    focusAfter: (proposal: MappingPageState["proposal"]) => {
      const next = proposal ? document.querySelector<HTMLElement>('[data-key^="take "]') : undefined;
      if (document.activeElement === document.body || document.activeElement === null)
        (next ?? (save.disabled ? another : save)).focus();
    },
  };
}
