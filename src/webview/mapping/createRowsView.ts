import * as l10n from "@vscode/l10n";
import { formatList } from "../../text/language/formatList.ts";
import { formatCount, formatQuantity } from "../../text/language/formatQuantity.ts";
import type { ReadingCell, ReadingColumn, ShownAnswer, ShownReading } from "../protocol/mappingPanelMessages.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";
import { formatLocalTime } from "../shared/format.ts";
import { formatPlace } from "./answerNodes.ts";
import { labelRowState } from "./labelRowState.ts";

export interface RowsParts {
  /** Shows where a field of the first item is in the answer. */
  readonly onReveal: (itemPath: readonly string[]) => void;
  /** Lets the user say what a word of the service means. */
  readonly onExplain: (word: string, element: HTMLElement) => void;
}

/** What is read from the answer: a row for each item, a column for each field, with its place. */
export function createRowsView({ onReveal, onExplain }: RowsParts) {
  const count = createElement("p", { class: "soft" });
  const problems = createElement("div", { class: "problems" });
  const words = createElement("div", { class: "words" });
  const table = createElement("table", { class: "rows", "aria-labelledby": "rows" });
  const scroller = createElement(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": l10n.t("Rows") },
    table,
  );
  const missing = createElement("p", { class: "soft" });
  const heading = createElement("h2", { id: "rows" }, l10n.t("What Fairlead Reads"));
  const element = createElement(
    "section",
    { class: "pane", "aria-labelledby": "rows" },
    ...[heading, count, problems, words, scroller, missing],
  );
  return {
    element,
    show: (answer: ShownAnswer | null, reading: ShownReading | null) => {
      element.hidden = answer === null || reading === null;
      if (!answer || !reading) return;
      const isList = answer.kind === "list";
      setText(count, isList && reading.place ? formatItemCount(reading) : "");
      replaceChangedContent(problems, reading.problems, () =>
        reading.problems.map((problem) => createElement("p", { class: "notice problem" }, problem)),
      );
      replaceChangedContent(words, reading.words, () => createWords(reading, onExplain));
      scroller.hidden = reading.columns.length === 0;
      replaceChangedContent(table, [reading.columns, reading.rows], () => createTable(reading, onReveal));
      setText(
        missing,
        reading.place && reading.missing.length > 0 ? l10n.t`Read nowhere: ${formatList(reading.missing)}.` : "",
      );
    },
  };
}

function formatItemCount({ itemCount, rows }: ShownReading): string {
  return rows.length < itemCount
    ? l10n.t`The first ${rows.length} of ${formatCount(itemCount)} items.`
    : `${formatQuantity(itemCount, l10n.t("item"), l10n.t("items"))}.`;
}

function createWords({ words }: ShownReading, onExplain: RowsParts["onExplain"]): HTMLElement[] {
  if (words.length === 0) return [];
  const lines = words.map(({ word, state, isProposed }) => {
    const label = state === null ? l10n.t("Say What It Means...") : l10n.t("Change...");
    const button = createButton(label, () => onExplain(word, button), {
      "aria-haspopup": "menu",
      "aria-label": `${label} ${word}`,
      "data-key": `word ${word}`,
    });
    const meaning = state === null ? undefined : l10n.t`means ${state}`;
    const mark = isProposed ? createElement("span", { class: "badge proposed" }, l10n.t("proposed")) : undefined;
    return createElement("li", { class: "row" }, createElement("span", { class: "mono" }, word), meaning, mark, button);
  });
  const title = createElement("p", { class: "soft", id: "words" }, l10n.t("The service's words for states:"));
  return [title, createElement("ul", { "aria-labelledby": "words" }, ...lines)];
}

function createTable({ columns, rows }: ShownReading, onReveal: RowsParts["onReveal"]): HTMLElement[] {
  const head = createElement("tr", {}, ...columns.map((column) => createColumnHead(column, onReveal)));
  const lines = rows.map(({ cells }) =>
    createElement(
      "tr",
      {},
      ...cells.map((cell, at) => {
        const { field = "", isProposed = false } = columns[at] ?? {};
        // A long value is cut on the page.
        const attributes = { class: isProposed ? "proposed" : undefined, title: cell?.text };
        const content = cell ? createCell(field, cell) : createElement("span", { class: "soft" }, l10n.t("not said"));
        return at === 0
          ? createElement("th", { scope: "row", ...attributes }, content)
          : createElement("td", attributes, content);
      }),
    ),
  );
  return [createElement("thead", {}, head), createElement("tbody", {}, ...lines)];
}

function createColumnHead(column: ReadingColumn, onReveal: RowsParts["onReveal"]): HTMLElement {
  const { field, label, place, source, isProposed, problem } = column;
  const text = formatPlace(place);
  const button = createButton(text, () => onReveal(place), {
    class: "quiet place mono",
    "aria-label": l10n.t`Show ${label} in the answer: ${text}`,
    "data-key": `column ${field}`,
  });
  return createElement(
    "th",
    { scope: "col", class: isProposed ? "proposed" : undefined },
    createElement("span", { class: "columnName" }, label),
    button,
    createElement("span", { class: isProposed ? "badge proposed" : "source" }, source),
    problem === null ? undefined : createStateMark({ word: problem, icon: "warning", tone: "warn" }),
  );
}

function createCell(field: string, { kind, text }: ReadingCell): HTMLElement | string {
  if (kind === "time") return formatLocalTime(text, Date.now());
  if (kind === "text") return field === "id" ? createElement("span", { class: "mono" }, text) : text;
  const label = kind === "state" ? labelRowState(text) : ({ word: text, icon: "question", tone: "calm" } as const);
  return createStateMark(label) ?? text;
}
