import * as l10n from "@vscode/l10n";
import { listFirst } from "../text/formatFirst.ts";
import { formatList } from "../text/language/formatList.ts";
import { splitPointer } from "../text/position/jsonPointer.ts";
import { toVisibleText } from "../text/toVisibleText.ts";
import type { SurfaceChange } from "./surfaceChange.ts";

const maxValueLength = 60;
const maxListedValues = 8;

type ToolChange = Omit<SurfaceChange, "tool" | "severity">;

/** The name of the changed tool, with its operation in the document. */
export function formatChangedTool({ tool, operation }: SurfaceChange): string {
  return operation === undefined ? tool : `${tool} (${operation})`;
}

/** The first changes as lines for a question, each with its tool and its operation in the document. */
export function formatFirstToolChanges(changes: readonly SurfaceChange[], most = 5): string[] {
  const lines = changes.map((change) => `${formatChangedTool(change)}: ${formatToolChange(change)}`);
  return listFirst(lines, most).map(toVisibleText);
}

/** One change of a tool as a sentence, without the name of the tool. */
export function formatToolChange(change: ToolChange): string {
  const { kind, pointer, keyword = "", before, after } = change;
  const place = formatPlace(pointer);
  switch (kind) {
    case "toolAdded":
      return l10n.t("The tool is new.");
    case "toolRemoved":
      return l10n.t("The tool is gone.");
    case "toolRenamed":
      return l10n.t`The tool was called ${String(before)} and is called ${String(after)} now.`;
    case "schemaAdded":
      return l10n.t("The result has a schema now.");
    case "schemaRemoved":
      return l10n.t("The result has no schema any more.");
    case "required":
      return isInput(pointer) ? l10n.t`${place} is required now.` : l10n.t`${place} is always there now.`;
    case "optional":
      return isInput(pointer) ? l10n.t`${place} is optional now.` : l10n.t`${place} may be missing now.`;
    case "propertyAdded":
      return l10n.t`${place} is new.`;
    case "propertyRemoved":
      return l10n.t`${place} is gone.`;
    case "valuesAdded":
      return l10n.t`${place} may also be ${formatValues(after)} now.`;
    case "valuesRemoved":
      return l10n.t`${place} can no longer be ${formatValues(before)}.`;
    case "loosened":
      return l10n.t`${place} allows more values than before (${keyword}).`;
    case "tightened":
      return keyword === "complexity"
        ? l10n.t`${place} is too large to compare.`
        : l10n.t`${place} allows fewer values than before (${keyword}).`;
    case "changed":
      return formatChangedField(pointer, keyword, before, after);
  }
}

const isInput = (pointer: string) => pointer.startsWith("/inputSchema");

function formatChangedField(pointer: string, keyword: string, before: unknown, after: unknown): string {
  const isOfTool = !/^\/(input|output)Schema/.test(pointer);
  if (keyword === "title" && isOfTool) return l10n.t("The title of the tool changed.");
  if (keyword === "description" && isOfTool) return l10n.t("The description of the tool changed.");
  const [earlier, later] = [formatValue(before), formatValue(after)];
  if (isOfTool) return l10n.t`${keyword} was ${earlier} and is ${later} now.`;
  const place = formatPlace(pointer);
  if (keyword === "description") return l10n.t`The description of ${place} changed.`;
  return l10n.t`${keyword} of ${place} was ${earlier} and is ${later} now.`;
}

/** `input.filter.names[]`, or `input` as a whole: a path, which is the same in every language. */
function formatPlace(pointer: string): string {
  const [schema, ...keys] = splitPointer(pointer);
  return joinPath(schema === "outputSchema" ? "result" : "input", formatPath(keys));
}

function formatPath([keyword, ...rest]: readonly string[]): string {
  const [name = "", ...inner] = rest;
  if (keyword === undefined) return "";
  if (keyword === "properties") return joinPath(name, formatPath(inner));
  if (keyword === "prefixItems") return joinPath(`[${name}]`, formatPath(inner));
  if (keyword === "items") return joinPath("[]", formatPath(rest));
  if (keyword === "additionalProperties") return joinPath("*", formatPath(rest));
  if (keyword === "patternProperties") return joinPath(`/${name}/`, formatPath(inner));
  return /^(anyOf|oneOf|allOf)$/.test(keyword) ? formatPath(inner) : formatPath(rest);
}

const joinPath = (outer: string, inner: string) =>
  inner === "" || inner.startsWith("[") ? `${outer}${inner}` : `${outer}.${inner}`;

function formatValues(values: unknown): string {
  const list = Array.isArray(values) ? values : [values];
  const shown = list.slice(0, maxListedValues).map(formatJson);
  const more = list.length - shown.length;
  return formatList(more > 0 ? [...shown, l10n.t`${more} more`] : shown);
}

/** Types are names already; other values are JSON. */
function formatValue(value: unknown): string {
  if (value === undefined) return l10n.t({ message: "none", comment: ["no limit and no default of a value"] });
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? formatList(value) : formatJson(value);
}

function formatJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
