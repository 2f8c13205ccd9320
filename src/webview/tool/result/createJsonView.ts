import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { createButton, createElement, setAttribute, setText } from "../../shared/element.ts";
import { createBoundedText } from "./createBoundedText.ts";

/** A JSON value as JSON, and as a table if it is a list of objects or has one. */
export function createJsonView(value: unknown): HTMLElement {
  const createText = () => createBoundedText(JSON.stringify(value, undefined, 2));
  const table = findTable(value);
  if (!table) return createText();
  const { rows, path } = table;
  const isResult = isListOfResult(value, path);
  const label = isResult ? l10n.t("Table") : l10n.t`Table of ${path.join(".")}`;
  const views = [
    { label, draw: () => createJsonTable(rows) },
    { label: l10n.t("JSON"), draw: createText },
  ];
  const content = createElement("div");
  const buttons = views.map(({ label }, index) => createButton(label, () => show(index)));
  const show = (selected: number) => {
    for (const [index, button] of buttons.entries()) setAttribute(button, "aria-pressed", String(index === selected));
    const view = views[selected];
    if (view) content.replaceChildren(view.draw());
  };
  show(isResult ? 0 : 1);
  const choice = createElement(
    "div",
    { class: "row", role: "group", "aria-label": l10n.t("Show the result as") },
    ...buttons,
  );
  return createElement("div", { class: "fields" }, choice, content);
}

type Rows = readonly UnknownRecord[];

const mostColumns = 20;
const longestCell = 200;
/** The columns are those of the first rows. */
const rowsRead = 100;

/** A generated server has the body of a response, which may be an object with a list, in a field of its result. */
const deepestRows = 2;

interface FoundTable {
  readonly rows: Rows;
  /** The fields that lead to the list. */
  readonly path: readonly string[];
}

/** The list of objects that a result is, or the only one that it has. */
function findTable(value: unknown, path: readonly string[] = []): FoundTable | undefined {
  if (isRowList(value)) return { rows: value, path };
  if (!isRecord(value) || path.length === deepestRows) return undefined;
  const lists = Object.entries(value).flatMap(([name, field]) => findTable(field, [...path, name]) ?? []);
  return lists.length === 1 ? lists[0] : undefined;
}

/** Whether the list is all that there is: a structured result is an object, so a list is its only field, or the body of a response. */
function isListOfResult(value: unknown, [name, ...deeper]: readonly string[]): boolean {
  return (
    name === undefined ||
    (deeper.length === 0 && isRecord(value) && (name === "body" || Object.keys(value).length === 1))
  );
}

function isRowList(value: unknown): value is Rows {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function createJsonTable(rows: Rows): HTMLElement {
  const names = [...new Set(rows.slice(0, rowsRead).flatMap((row) => Object.keys(row)))];
  const columns = names.slice(0, mostColumns);
  const heads = columns.map((name) => createElement("th", { scope: "col" }, name));
  const body = createElement("tbody");
  const table = createElement("table", {}, createElement("thead", {}, createElement("tr", {}, ...heads)), body);
  const scroller = createElement(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": l10n.t("Result as table") },
    table,
  );
  const element = createElement("div", { class: "fields" }, scroller);
  const drawRow = (row: UnknownRecord) =>
    createElement("tr", {}, ...columns.map((name) => createElement("td", {}, formatCell(row[name]))));
  appendInParts(body, rows, drawRow, element);
  if (names.length > columns.length)
    element.append(
      createElement("p", { class: "soft" }, l10n.t`The JSON has all ${formatCount(names.length)} columns.`),
    );
  return element;
}

function formatCell(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestCell ? `${text.slice(0, longestCell)}...` : text;
}

/** So many rows are drawn at once. */
const step = 100;

/** Appends the first rows to the body of a table, and a button after the table that appends more. */
function appendInParts(
  body: HTMLElement,
  rows: Rows,
  draw: (row: UnknownRecord) => HTMLElement,
  outer: HTMLElement,
): void {
  let shown = 0;
  const more = createButton("", () => showMore(), { class: "more" });
  const showMore = () => {
    const part = rows.slice(shown, shown + step).map(draw);
    body.append(...part);
    shown += part.length;
    const rest = rows.length - shown;
    if (rest === 0) return more.remove();
    setText(more, l10n.t`Show More (${formatCount(rest)})`);
    if (!more.isConnected) outer.append(more);
  };
  showMore();
}
