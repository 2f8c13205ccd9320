import type { TreeNode } from "../../../src/extension/workbench/nodes.ts";
import type { ShownList, ShownRow } from "./editor.ts";
import { quote } from "./shownStates.ts";
import type { SurfaceReport } from "./surfaceReport.ts";
import { isNamed, type TrueName } from "./truth.ts";

interface Comparison<Node extends TreeNode, Item> {
  readonly shown: ShownList<Node>;
  readonly truth: readonly Item[];
  /** The list in words: `servers`. */
  readonly what: string;
  readonly nameOf: (item: Item) => string;
  /** Whether a row without the id of an item shows this item. */
  readonly isSame?: (row: ShownRow<Node>, item: Item) => boolean;
  /** The truth is sorted as the rows have to be. */
  readonly isSorted?: boolean;
  readonly compare: (row: ShownRow<Node>, item: Item, subject: string) => void;
}

/** Compares the number, the order and each row of a list with the truth. */
export function compareRows<Node extends TreeNode, Item extends { readonly id?: string | undefined }>(
  report: SurfaceReport,
  { shown, truth, what, nameOf, isSame, isSorted, compare }: Comparison<Node, Item>,
): void {
  const { rows, notes } = shown;
  const note = notes.length === 0 ? undefined : `with the note ${notes.map(quote).join(", ")}`;
  const repeated = rows.filter(({ id }, at) => id !== undefined && rows.findIndex((row) => row.id === id) !== at);
  for (const row of repeated) report.wrong(what, `shows ${quote(row.label)} twice`, "the truth has it once");
  const matches = matchRows(rows, { truth, isSorted: isSorted ?? false, ...(isSame && { isSame }) });
  for (const [row, item] of matches) compare(row, item, `${what} ${quote(nameOf(item))}`);
  const unmatched = rows.filter((row) => !matches.has(row) && !repeated.includes(row));
  // A row whose state is not known can be of what is gone: it claims nothing.
  const [open, strangers] = [unmatched.filter(isUnknown), unmatched.filter((row) => !isUnknown(row))];
  for (const { label } of open) report.blank(what, `shows ${quote(label)} with an unknown state`, "it is gone");
  checkCount(report, what, { shown: rows.length - open.length, truth: truth.length, note });
  for (const { label, description } of strangers)
    report.wrong(what, `shows ${quote(`${label} ${description}`.trim())}`, "the truth has no such item");
  const order = [...matches.values()].map((item) => truth.indexOf(item));
  if (isSorted && order.some((index, at) => index < (order[at - 1] ?? -1)))
    report.wrong(what, "are in another order", `the first are ${truth.slice(0, 3).map(nameOf).map(quote).join(", ")}`);
}

const isUnknown = ({ icon }: ShownRow<TreeNode>) => icon === "question";

interface ListCount {
  readonly shown: number;
  readonly truth: number;
  readonly note: string | undefined;
}

/** A list that ends too early without a note claims to be complete. */
function checkCount(report: SurfaceReport, what: string, { shown, truth, note }: ListCount): void {
  if (shown === truth) return;
  const actual = `the truth has ${truth}`;
  if (shown < truth && note !== undefined) report.blank(what, `shows ${shown} rows ${note}`, actual);
  else report.wrong(what, shown === 0 ? "shows an empty list" : `shows ${shown} rows as if these were all`, actual);
}

/** By the ids; then by what the rows show; then, if the editor has ids of its own, by the order. */
function matchRows<Node extends TreeNode, Item extends { readonly id?: string | undefined }>(
  rows: readonly ShownRow<Node>[],
  { truth, isSorted, isSame = () => false }: Pick<Comparison<Node, Item>, "truth" | "isSorted" | "isSame">,
): Map<ShownRow<Node>, Item> {
  const open = new Set(truth);
  const found = new Map<ShownRow<Node>, Item>();
  for (const isMatch of [(row: ShownRow<Node>, item: Item) => row.id !== undefined && row.id === item.id, isSame]) {
    for (const row of rows) {
      const item = found.has(row) ? undefined : [...open].find((one) => isMatch(row, one));
      if (item === undefined) continue;
      found.set(row, item);
      open.delete(item);
    }
  }
  const isByOrder = found.size === 0 && (isSorted || rows.length === truth.length);
  // In the order of the rows.
  return new Map(
    rows.flatMap((row, at) => {
      const item = isByOrder ? truth[at] : found.get(row);
      return item === undefined ? [] : [[row, item] as const];
    }),
  );
}

export function checkLabel(
  report: SurfaceReport,
  subject: string,
  { label }: { label: string },
  truth: TrueName & { readonly id?: string | undefined },
): void {
  const { id } = truth;
  if (id !== undefined && label === `id ${id}`)
    report.blank(subject, "is shown by its id", `the name is ${quote(truth.name)}`);
  else if (!isNamed(truth, label))
    report.wrong(subject, `is called ${quote(label)}`, `the name is ${quote(truth.name)}`);
}

/** Compares one text, such as a version. A missing text is blank; a text that the truth lacks is invented. */
export function checkText(
  report: SurfaceReport,
  subject: string,
  what: string,
  shown: string | null | undefined,
  truth: string | null | undefined,
): void {
  const [is, should] = [shown ?? undefined, truth ?? undefined];
  if (is === should) return;
  const finding = [subject, `shows ${quote(is)} as its ${what}`, `the truth is ${quote(should)}`] as const;
  if (is === undefined) report.blank(...finding);
  else report.wrong(...finding);
}

const relativeTime = /^(?:just now|(\d+) (d|h|min) ago)$/;
/** A time before this number of days is a misread number. */
const mostDays = 7300;

/** Each part of a description is a time or a text that the truth has. */
export function checkDescription(
  report: SurfaceReport,
  subject: string,
  description: string,
  allowed: readonly (string | null | undefined)[],
): void {
  for (const part of description === "" ? [] : description.split(" · ")) {
    const time = relativeTime.exec(part);
    if (time?.[2] === "d" && Number(time[1]) > mostDays)
      report.wrong(subject, `shows ${quote(part)}`, "no time is so old");
    else if (!time && !allowed.includes(part))
      report.wrong(subject, `shows ${quote(part)}`, "the truth has nothing of the kind");
  }
}
