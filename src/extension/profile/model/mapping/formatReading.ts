import * as l10n from "@vscode/l10n";
import type { ProfileReading, ReadAnswerItem } from "../../../../contract/profileReading.ts";
import { readServiceId } from "../../../../contract/received.ts";
import type { FieldPath } from "../../../../text/fieldPath.ts";
import { formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { isRecord } from "../../../../text/record.ts";
import type {
  MappingChange,
  ReadingCell,
  ReadingColumn,
  ShownReading,
} from "../../../../webview/protocol/mappingPanelMessages.ts";
import { formatState } from "../../../base/serviceState.ts";
import { type AnswerTree, formatShownText, mostShownItems } from "./answerTree.ts";
import { isSameJsonPlace } from "./jsonPlaces.ts";
import type { MappingField, MappingFields } from "./mappingFields.ts";

export interface ReadingSubject {
  readonly fields: MappingFields;
  readonly reading: ProfileReading;
  readonly tree: AnswerTree;
  /** What the user has chosen and not saved. */
  readonly changes: readonly MappingChange[];
  readonly proposed: readonly MappingChange[];
  /** The source of a place that the profile names. */
  readonly formatProfileSource: (field: string) => string;
}

/** More columns would not fit; the tree shows every field that is read. */
const mostColumns = 8;
const longestValue = 120;

/** What is read from an answer, as rows that a page can draw. */
export function formatReading(subject: ReadingSubject): ShownReading {
  const { fields, reading, tree } = subject;
  const items = reading.items ?? [];
  const rows = items.slice(0, mostShownItems);
  const found = listFoundFields(subject);
  const columns = chooseColumns(subject, found).map((field) => formatColumn(subject, field));
  const [only] = items;
  const place = fields.kind === "list" ? reading.list : only && tree.places.get(only.wire);
  return {
    place: reading.items && place ? [...place] : null,
    isPlaceProposed: subject.proposed.some(({ kind }) => kind === "holder"),
    problems: listProblems(subject),
    itemCount: items.length,
    columns,
    rows: rows.map((row) => formatRow(row, columns, subject)),
    places: found.map(({ name, label }) => ({
      field: name,
      label,
      place: [...placeOf(reading, name)],
      isProposed: isFieldIn(subject.proposed, name),
    })),
    missing: fields.fields.filter((field) => !found.includes(field)).map(({ label }) => label),
    words: listWords(subject),
  };
}

function isFieldIn(changes: readonly MappingChange[], field: string): boolean {
  return changes.some((change) => change.kind === "field" && change.field === field);
}

function placeOf({ fields }: ProfileReading, field: string): FieldPath {
  return fields[field]?.place ?? [];
}

function listFoundFields({ fields, reading }: ReadingSubject): readonly MappingField[] {
  return fields.fields.filter(({ name }) => Object.hasOwn(reading.fields, name));
}

/** The identity, the state and the times come first, and what was just chosen has a column too. */
function chooseColumns({ changes, proposed, reading }: ReadingSubject, found: readonly MappingField[]) {
  const chosen = new Set(
    [...changes, ...proposed].flatMap((change) => (change.kind === "field" ? [change.field] : [])),
  );
  const hasValue = ({ name }: MappingField) => reading.items?.some(({ item }) => isShown(item?.[name])) ?? false;
  const rank = (field: MappingField) => {
    const order = ["name", "id", "status"].indexOf(field.name);
    if (order >= 0) return order;
    if (chosen.has(field.name)) return 3;
    return field.type === "time" ? 4 : 5;
  };
  return found
    .filter((field) => chosen.has(field.name) || hasValue(field))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostColumns);
}

const isShown = (value: unknown) => value !== undefined && value !== null && value !== "";

function formatColumn(
  { reading, changes, proposed, formatProfileSource }: ReadingSubject,
  field: MappingField,
): ReadingColumn {
  const { name, label } = field;
  const isProposed = isFieldIn(proposed, name);
  const because = reading.fields[name]?.because ?? "name";
  const source = isProposed
    ? l10n.t("proposed")
    : isFieldIn(changes, name)
      ? l10n.t("your choice")
      : because === "profile"
        ? formatProfileSource(name)
        : reasons[because];
  const isRead = reading.items?.some(({ item }) => isShown(item?.[name])) ?? false;
  return {
    field: name,
    label,
    place: [...placeOf(reading, name)],
    source,
    isProposed,
    problem: isRead ? null : l10n.t`No value there can be read as ${label}.`,
  };
}

const reasons = { name: l10n.t("its own name"), synonym: l10n.t("a usual name") } as const;

function formatRow(
  { wire, item }: ReadAnswerItem,
  columns: readonly ReadingColumn[],
  { fields, tree }: ReadingSubject,
): ShownReading["rows"][number] {
  const place = tree.places.get(wire);
  const cells = columns.map(({ field, place: at }) => {
    const { type } = fields.fields.find(({ name }) => name === field) ?? { type: "other" };
    return formatCell(field, at, type, item?.[field]);
  });
  return { place: place ? [...place] : null, cells };
}

function formatCell(
  field: string,
  place: readonly string[],
  type: MappingField["type"],
  value: unknown,
): ReadingCell | null {
  if (!isShown(value)) return null;
  if (field === "id" && readServiceId(String(value)) === undefined) return null;
  if (field === "status" || field === "level") return formatStateCell(value);
  const key = place.at(-1) ?? field;
  if (typeof value === "string") {
    const text = formatShownText(key, value);
    return { kind: type === "time" && !Number.isNaN(Date.parse(text)) ? "time" : "text", text: shorten(text) };
  }
  return { kind: "text", text: shorten(formatPlainValue(key, value)) };
}

function formatStateCell(value: unknown): ReadingCell | null {
  if (typeof value === "string") return { kind: "state", text: shorten(value) };
  const word =
    isRecord(value) && typeof value.unknown === "string" ? formatState({ unknown: value.unknown }) : undefined;
  return word === undefined ? null : { kind: "unknownState", text: shorten(formatShownText("status", word)) };
}

function formatPlainValue(key: string, value: unknown): string {
  if (Array.isArray(value))
    return value.every((part) => typeof part === "string")
      ? value.map((part) => formatShownText(key, part)).join(", ")
      : formatQuantity(value.length, l10n.t("item"), l10n.t("items"));
  return isRecord(value) ? formatQuantity(Object.keys(value).length, l10n.t("field"), l10n.t("fields")) : String(value);
}

function shorten(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).toWellFormed()}...`;
}

function listProblems({ fields, reading, changes, proposed }: ReadingSubject): string[] {
  const { items } = reading;
  const isList = fields.kind === "list";
  const holder = [...changes, ...proposed].findLast((change) => change.kind === "holder");
  if (!items) {
    return [
      isList
        ? l10n.t("Fairlead finds no list of items in this answer. Choose it on the left.")
        : l10n.t("Fairlead finds no item in this answer. Choose it on the left."),
    ];
  }
  const asked = holder?.path;
  const isElsewhere = asked && isList && reading.list && !isSameJsonPlace(asked, reading.list);
  const unidentified = items.filter(({ item }) => item === undefined).length;
  const derived = items.filter(
    ({ item }) => typeof item?.id === "string" && readServiceId(item.id) === undefined,
  ).length;
  return [
    ...(isElsewhere ? [l10n.t("What you chose is no list of items, so another list is read.")] : []),
    ...(unidentified > 0 ? [formatUnidentified(unidentified)] : []),
    ...(derived > 0 && isList ? [formatDerived(derived)] : []),
  ];
}

function formatUnidentified(count: number): string {
  return count === 1
    ? l10n.t("1 item is not shown in lists, because nothing distinguishes it from others.")
    : l10n.t`${count} items are not shown in lists, because nothing distinguishes them.`;
}

function formatDerived(count: number): string {
  return count === 1
    ? l10n.t("1 item is without an id of its own: choose the Id on the left, or it can be shown but not changed.")
    : l10n.t`${count} items are without an id of their own: choose the Id on the left, or they can be shown but not changed.`;
}

/** The last word counts: the user's choice, else the model's. */
function listWords({ reading, changes, proposed }: ReadingSubject): ShownReading["words"] {
  const explained = new Map<string, { readonly state: string; readonly isProposed: boolean }>();
  const add = (all: readonly MappingChange[], isProposed: boolean) => {
    for (const change of all)
      if (change.kind === "state") explained.set(change.word, { state: change.state, isProposed });
  };
  add(changes, false);
  add(proposed, true);
  return [
    ...reading.unknownStates.map((word) => ({ word, state: null, isProposed: false })),
    ...[...explained].map(([word, state]) => ({ word, ...state })),
  ];
}
