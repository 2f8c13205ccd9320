import type { SelectorProfile } from "../../../src/contract/dialectProfile.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { isOperationName } from "../../../src/contract/operationNames.ts";
import { operationTable } from "../../../src/contract/operations.ts";
import type { SelectorQuestion } from "../../../src/extension/profile/model/questions/selectorQuestions.ts";
import type { Truth } from "./truth.ts";

/** How one who knows his service answers: as most of its operations of the method name their items. */
export function findKnownSelector(
  { method, kind, refused }: SelectorQuestion,
  { selectors }: Truth,
): SelectorProfile | undefined {
  const patterns = Object.entries(selectors).flatMap(([name, text]) => {
    const by = parseSelector(text);
    if (!by || !isOperationName(name)) return [];
    const row: Operation = operationTable[name];
    if ((row.method === "POST") !== (method === "POST") || row.owner === undefined) return [];
    if (kind !== undefined) return refused.includes(name) ? [JSON.stringify(by)] : [];
    return [JSON.stringify({ ...by, name: toPattern(by.name, row.owner) })];
  });
  const counted = [...Map.groupBy(patterns, (pattern) => pattern)].toSorted(([, a], [, b]) => b.length - a.length);
  const [most] = counted[0] ?? [];
  return most === undefined ? undefined : JSON.parse(most);
}

function parseSelector(text: string): SelectorProfile | undefined {
  const [, part, name, value, by] = /^(query|header|body):([^ =]+)(?:=(\S+))?(?: \((\w+)\))?$/.exec(text) ?? [];
  if ((part !== "query" && part !== "header" && part !== "body") || name === undefined) return undefined;
  const template = value ?? (by === undefined ? undefined : `{${by}}`);
  return { in: part, name, ...(template !== undefined && { value: template }) };
}

/** `ServerSid` of a server is `{Kind}Sid`. */
function toPattern(name: string, kind: string): string {
  const snake = kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const pascal = kind.slice(0, 1).toUpperCase() + kind.slice(1);
  if (name.startsWith(pascal)) return name.replace(pascal, "{Kind}");
  return name.startsWith(snake) ? name.replace(snake, "{kind}") : name;
}
