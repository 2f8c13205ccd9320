import * as l10n from "@vscode/l10n";
import type { FieldPath } from "../../../../text/fieldPath.ts";
import { formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { isRecord } from "../../../../text/record.ts";
import { maskSecrets } from "../../../../text/secrets/maskSecrets.ts";
import type { AnswerNode } from "../../../../webview/protocol/mappingPanelMessages.ts";

/** An answer as a page shows it: bounded, and without what looks like a secret. */
export interface AnswerTree {
  readonly nodes: readonly AnswerNode[];
  /** What is not shown, in sentences. */
  readonly notes: readonly string[];
  /** The shown places of objects and lists. */
  readonly places: ReadonlyMap<object, FieldPath>;
}

export const mostShownItems = 50;
const mostCharacters = 200_000;
const longestText = 300;
const longestKey = 200;
const deepest = 20;
/** What a node takes beside its key and its text. */
const nodeOverhead = 10;

interface Growing {
  readonly nodes: AnswerNode[];
  readonly places: Map<object, FieldPath>;
  readonly cut: { items: boolean; size: boolean; depth: boolean };
  left: number;
}

export function createAnswerTree(json: unknown): AnswerTree {
  const tree: Growing = {
    nodes: [],
    places: new Map(),
    cut: { items: false, size: false, depth: false },
    left: mostCharacters,
  };
  addNode(tree, "", json, []);
  return { nodes: tree.nodes, notes: listNotes(tree.cut), places: tree.places };
}

function listNotes({ items, size, depth }: Growing["cut"]): string[] {
  return [
    ...(items ? [l10n.t`Only the first ${mostShownItems} items of a list are shown here. All of them are read.`] : []),
    ...(size
      ? [l10n.t`Only the first ${mostCharacters / 1000} kB of the answer are shown here. All of it is read.`]
      : []),
    ...(depth ? [l10n.t`What is nested more than ${deepest} levels deep is not shown.`] : []),
  ];
}

function addNode(tree: Growing, key: string, value: unknown, path: FieldPath): void {
  const node = {
    depth: path.length,
    key: key.slice(0, longestKey),
    kind: kindOf(value),
    text: formatValue(key, value),
  };
  tree.left -= node.key.length + node.text.length + nodeOverhead;
  if (tree.left < 0) {
    tree.cut.size = true;
    return;
  }
  tree.nodes.push(node);
  if (typeof value !== "object" || value === null) return;
  tree.places.set(value, path);
  const entries = Array.isArray(value)
    ? value.slice(0, mostShownItems).map((item, at) => [String(at), item] as const)
    : Object.entries(value);
  if (Array.isArray(value) && value.length > mostShownItems) tree.cut.items = true;
  if (path.length >= deepest) {
    if (entries.length > 0) tree.cut.depth = true;
    return;
  }
  for (const [name, inner] of entries) {
    if (tree.cut.size) return;
    addNode(tree, name, inner, [...path, name]);
  }
}

function kindOf(value: unknown): AnswerNode["kind"] {
  if (Array.isArray(value)) return "list";
  if (isRecord(value)) return "object";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "flag" : "none";
}

function formatValue(key: string, value: unknown): string {
  if (Array.isArray(value)) return formatQuantity(value.length, l10n.t("item"), l10n.t("items"));
  if (isRecord(value)) return formatQuantity(Object.keys(value).length, l10n.t("field"), l10n.t("fields"));
  return typeof value === "string" ? formatShownText(key, value) : String(value ?? null);
}

/** Names of fields whose values are secrets in whatever form. A token for the next page is one that only its name shows. */
const secretNames = /token|secret|passw|api[-_]?key|private[-_]?key|credential|authorization|cookie/i;
const publicNames = /page|next|cursor|continu|type|count|limit|url|uri|expir/i;

/** A text of an answer for people: short, and without secrets. */
export function formatShownText(key: string, text: string): string {
  if (text !== "" && secretNames.test(key) && !publicNames.test(key)) return "***";
  // Masked before it is cut, because a part of a secret is not recognized.
  const masked = maskSecrets(text.slice(0, longestText * 20), []);
  return masked.length <= longestText ? masked : `${masked.slice(0, longestText).toWellFormed()}...`;
}
