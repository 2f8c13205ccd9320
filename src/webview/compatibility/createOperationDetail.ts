import * as l10n from "@vscode/l10n";
import type { ProfileAction, ShownFact, ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import { createButton, createElement } from "../shared/element.ts";

export interface DetailActions {
  readonly act: (action: ProfileAction, operation: string) => void;
}

/** What is known of an operation, and what the user can do about it. */
export function createOperationDetail(operation: ShownOperation, actions: DetailActions): readonly HTMLElement[] {
  const { reason, advice, notes, fields, facts } = operation;
  return [
    ...(reason === null ? [] : [createElement("p", { class: "reason" }, reason)]),
    ...(advice.length === 0 ? [] : [createAdvice(operation, actions)]),
    createElement("dl", { class: "known" }, ...facts.map(createFact)),
    ...(notes.length > 0
      ? [createElement("ul", { class: "notes" }, ...notes.map((note) => createElement("li", {}, note)))]
      : []),
    ...(fields.length > 0 ? [createFieldTable(operation)] : []),
  ];
}

/** A fact with its source. */
export function createFact({ name, text, source }: ShownFact): HTMLElement {
  const mark = source === null ? undefined : createElement("span", { class: "source" }, source);
  return createElement(
    "div",
    {},
    createElement("dt", {}, name),
    createElement("dd", {}, text, ...(mark ? [" ", mark] : [])),
  );
}

function createAdvice({ name, advice }: ShownOperation, { act }: DetailActions): HTMLElement {
  const buttons = advice.map(({ action, title }) =>
    createButton(title, () => act(action, name), {
      "aria-label": `${title} ${name}`,
      "data-key": `${action} ${name}`,
    }),
  );
  return createElement(
    "div",
    { class: "row", role: "group", "aria-label": l10n.t`What to do about ${name}` },
    ...buttons,
  );
}

function createFieldTable({ name, fields }: ShownOperation): HTMLElement {
  const head = [l10n.t("Field"), l10n.t("Found at"), l10n.t("Source")].map((text) =>
    createElement("th", { scope: "col" }, text),
  );
  const rows = fields.map(({ field, location, source }) =>
    createElement(
      "tr",
      {},
      createElement("th", { scope: "row" }, field),
      createElement("td", { class: "mono" }, location),
      createElement("td", {}, source),
    ),
  );
  return createElement(
    "table",
    { "aria-label": l10n.t`Fields of ${name}` },
    createElement("thead", {}, createElement("tr", {}, ...head)),
    createElement("tbody", {}, ...rows),
  );
}
