import { isDeepStrictEqual } from "node:util";
import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import { type Document, isSeq, parseDocument } from "yaml";
import { readCompleteJsonPath } from "../../text/jsonPath.ts";
import { mergeLines } from "../../text/lines/mergeLines.ts";
import { splitPointer } from "../../text/position/jsonPointer.ts";
import { readYamlDocument, type YamlPath } from "../../text/position/yamlDocument.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { extensionKey } from "../operation/toolExtension.ts";

/** A change of the `x-mcp` of an operation. */
export interface ToolEdit {
  /** The pointer of the operation in the document. */
  readonly pointer: string;
  /** The path of the changed field in `x-mcp`; empty for all of it. */
  readonly path: readonly string[];
  /** undefined: the field is removed. */
  readonly value: unknown;
}

/** The steps that change a text: each sets the value at a path, or removes it if the value is undefined. */
type Change = readonly [path: YamlPath, value: unknown];

/** The text of a file cannot be edited, because it is not an overlay; the message contains the reason. */
export class UneditableOverlayError extends Error {
  override readonly name = "UneditableOverlayError";
}

/** The text of a new overlay without actions. */
export function createOverlayText(title: string, document: string): string {
  return `overlay: 1.0.0\ninfo:\n  title: ${JSON.stringify(title)}\n  version: 1.0.0\nextends: ${JSON.stringify(document)}\nactions: []\n`;
}

/**
 * Changes the text of an overlay, so that the operation has the field in its `x-mcp`. Comments and all other actions stay as they are.
 * Throws UneditableOverlayError.
 */
export function editOverlay(text: string, edit: ToolEdit): string {
  return listChanges(readOverlay(text), edit).reduce(/^\s*\{/.test(text) ? changeJson : changeYaml, text);
}

/** The pointer of the last `x-mcp` that an overlay gives this operation alone; undefined: none. Throws UneditableOverlayError. */
export function findToolAction(text: string, pointer: string): string | undefined {
  const actions = asList(readOverlay(text).actions).map(asObject);
  const index = findToolActions(actions, pointer).findLast((one) =>
    isRecord(asObject(actions[one]?.update)[extensionKey]),
  );
  return index === undefined ? undefined : `/actions/${index}/update/${extensionKey}`;
}

function readOverlay(text: string): JsonObject {
  const { value, problems } = readYamlDocument(text);
  const [problem] = problems;
  if (problem) throw new UneditableOverlayError(problem.message);
  if (!isRecord(value) || value.overlay === undefined) throw new UneditableOverlayError("It is not an overlay.");
  return value;
}

function listChanges(overlay: JsonObject, { pointer, path, value }: ToolEdit): readonly Change[] {
  const actions = asList(overlay.actions).map(asObject);
  const indexes = findToolActions(actions, pointer);
  const [index] = indexes.toReversed();
  if (value === undefined)
    return indexes.toReversed().flatMap((one) => listRemovals(actions[one], ["actions", one], path));
  if (index === undefined) {
    const action = { target: formatJsonPath(pointer), update: nest([extensionKey, ...path], value) };
    return overlay.actions === undefined ? [[["actions"], [action]]] : [[["actions", actions.length], action]];
  }
  return [[["actions", index, "update", extensionKey, ...path], value]];
}

/** The actions that update this operation alone. */
function findToolActions(actions: readonly JsonObject[], pointer: string): number[] {
  const wanted = readCompleteJsonPath(formatJsonPath(pointer))?.toString();
  return actions.flatMap(({ target, update, remove }, index) => {
    if (typeof target !== "string" || remove === true || !isRecord(update)) return [];
    return readCompleteJsonPath(target)?.toString() === wanted ? [index] : [];
  });
}

/** Removes a field, and each object around it that becomes empty; an action without an update has no effect. */
function listRemovals(
  action: JsonObject | undefined,
  actionPath: YamlPath,
  path: readonly string[],
): readonly Change[] {
  const keys = ["update", extensionKey, ...path];
  const values: unknown[] = [action];
  for (const key of keys) values.push(asObject(values.at(-1))[key]);
  if (values.at(-1) === undefined) return [];
  let length = keys.length;
  while (length > 1 && Object.keys(asObject(values[length - 1])).length === 1) length -= 1;
  return [[length === 1 ? actionPath : [...actionPath, ...keys.slice(0, length)], undefined]];
}

const nest = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** The JSONPath of a pointer through objects: `/paths/~1pets/get` is `$.paths['/pets'].get`. */
export function formatJsonPath(pointer: string): string {
  const parts = splitPointer(pointer).map((key) =>
    /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, "\\$&")}']`,
  );
  return `$${parts.join("")}`;
}

function changeJson(text: string, [path, value]: Change): string {
  const indent = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  const formattingOptions: FormattingOptions = {
    insertSpaces: !indent.includes("\t"),
    tabSize: indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

/** Writes the changed document, and merges the change into the text so that other lines keep their format. */
function changeYaml(text: string, [path, value]: Change): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const print = (document: Document) =>
    document.toString({ lineWidth: 0, indentSeq: !/^actions:\s*\n-/m.test(text) }).replaceAll(/\r?\n/g, lineEnd);
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  const base = print(document);
  if (value === undefined) document.deleteIn(path);
  else setYamlValue(document, path, value);
  const changed = print(document);
  const merged = mergeLines({ base, mine: text, theirs: changed }).text;
  return isSameYaml(merged, changed) ? merged : changed;
}

function isSameYaml(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => readYamlDocument(text));
  return first?.problems.length === 0 && isDeepStrictEqual(first.value, second?.value);
}

function setYamlValue(document: Document, path: YamlPath, value: unknown): void {
  const list = document.get("actions", true);
  // The items of `[]` would stand on one line.
  if (isSeq(list) && list.items.length === 0) list.flow = false;
  document.setIn(path, document.createNode(value));
}
