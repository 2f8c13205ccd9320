import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { createElement } from "../../shared/element.ts";
import { appendInParts } from "./appendInParts.ts";

type Rows = readonly UnknownRecord[];

const mostColumns = 20;
const longestCell = 200;
/** The columns are those of the first rows. */
const rowsRead = 100;

/** The rows of a result that is a list of objects, or an object with one such list. */
export function findTableRows(value: unknown): Rows | undefined {
  if (isRowList(value)) return value;
  if (!isRecord(value)) return undefined;
  const lists = Object.values(value).filter(isRowList);
  return lists.length === 1 ? lists[0] : undefined;
}

function isRowList(value: unknown): value is Rows {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

export function createJsonTable(rows: Rows): HTMLElement {
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
      createElement("p", { class: "soft" }, l10n.t`The tree has all ${formatCount(names.length)} columns.`),
    );
  return element;
}

function formatCell(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestCell ? `${text.slice(0, longestCell)}...` : text;
}
