import * as l10n from "@vscode/l10n";
import { getLocation, type Location, type Node } from "jsonc-parser";
import type { Project } from "../../../contract/projects.ts";
import type { Server } from "../../../contract/servers.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { findJsonProperty, findNearestJsonNode, parseJsonTree } from "../../../text/position/jsonTree.ts";

/** Values that the service offers for completion. */
export interface SettingValues {
  readonly projects: readonly Pick<Project, "id" | "name">[];
  /** The environment variables that a server needs. */
  readonly variables: NonNullable<Server["variables"]>;
}

/** A completion that replaces the text between the offsets. */
export interface SettingSuggestion {
  readonly label: string;
  readonly detail: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An inlay hint with the name of an id. */
export interface SettingNameHint {
  readonly offset: number;
  readonly name: string;
}

const projectFields = ["defaultProjectId", "projectId"];

export function findNameHints(text: string, { projects }: SettingValues): readonly SettingNameHint[] {
  const root = parseJsonTree(text);
  return projectFields.flatMap((field) => {
    const [, value] = findJsonProperty(root, field)?.children ?? [];
    const name = projects.find(({ id }) => id === value?.value)?.name;
    return value === undefined || name === undefined ? [] : [{ offset: value.offset + value.length, name }];
  });
}

export function suggestSettingValues(
  text: string,
  offset: number,
  settingValues: SettingValues,
): readonly SettingSuggestion[] {
  const root = parseJsonTree(text);
  if (!root) return [];
  const cursor = { text, offset, root, ...getLocation(text, offset) };
  return [...projectSuggestions(cursor, settingValues), ...variableSuggestions(cursor, settingValues)];
}

interface Cursor extends Location {
  readonly text: string;
  readonly offset: number;
  readonly root: Node;
}

function projectSuggestions(cursor: Cursor, { projects }: SettingValues): readonly SettingSuggestion[] {
  const { text, offset, root, path, isAtPropertyKey } = cursor;
  const [field, ...inner] = path.map(String);
  if (field === undefined || !projectFields.includes(field) || inner.length > 0 || isAtPropertyKey) return [];
  const [, value] = findJsonProperty(root, field)?.children ?? [];
  // When no value is written yet, the parser takes the next line's name for the value.
  const isThere = value !== undefined && !text.slice(offset, value.offset).includes("\n");
  const [start, end] = isThere ? [value.offset, value.offset + value.length] : [offset, offset];
  if (offset < start || offset > end || (isThere && value.children)) return [];
  return projects.map(({ id, name }) => ({ label: name, detail: id, text: JSON.stringify(id), start, end }));
}

/** The variables that are missing, offered at a property name. */
function variableSuggestions(cursor: Cursor, { variables }: SettingValues): readonly SettingSuggestion[] {
  const { text, offset, root, path } = cursor;
  if (path.length !== 2 || path[0] !== "environment" || !isAtName(cursor)) return [];
  const typed = /"?\w*$/.exec(text.slice(0, offset))?.[0] ?? "";
  const start = offset - typed.length;
  const end = offset + (/^\w*"?/.exec(text.slice(offset))?.[0].length ?? 0);
  const environment = findNearestJsonNode(root, ["environment"]);
  return variables
    .filter(({ name }) => !findJsonProperty(environment, name))
    .map(({ name, required, secret, description }) => ({
      label: name,
      text: `"${name}": ""`,
      start,
      end,
      detail: joinTextParts(required ? l10n.t("required") : "", secret ? l10n.t("secret") : "", description),
    }));
}

/** A name may start on a new line, even without a comma before it. */
function isAtName({ text, offset, isAtPropertyKey, previousNode }: Cursor): boolean {
  if (isAtPropertyKey || previousNode === undefined) return isAtPropertyKey;
  const end = previousNode.offset + previousNode.length;
  return previousNode.type === "property" || /^\s*\n\s*\w*$/.test(text.slice(end, offset));
}
