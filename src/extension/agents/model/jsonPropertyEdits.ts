import { type Edit, type Node, visit } from "jsonc-parser";

// The package's own `modify` moves a comment behind the last property to the new one.

interface Style {
  readonly lineEnd: string;
  readonly unit: string;
}

/** Adds a property at the end of an object, behind the comment of the last one. */
export function insertJsonProperty(text: string, object: Node, name: string, value: unknown): readonly Edit[] {
  const last = object.children?.at(-1);
  const end = object.offset + object.length - 1;
  const style = readStyle(text);
  const body = text.slice(object.offset, end);
  if (last && !/[\r\n]/.test(body)) {
    const property = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    return [{ offset: last.offset + last.length, length: 0, content: `, ${property}` }];
  }
  const outer = readIndentation(text, object.offset);
  const indentation = last && startsLine(text, last.offset) ? readIndentation(text, last.offset) : outer + style.unit;
  const property = `${indentation}${JSON.stringify(name)}: ${formatValue(value, indentation, style)}`;
  if (!last) return insertIntoEmpty(text, object, property, { ...style, outer });
  const after = last.offset + last.length;
  const { comma, lineTail } = readTail(text, after, end);
  const inserted = `${style.lineEnd}${property}${comma === undefined ? "" : ","}`;
  const closing = /[\r\n]/.test(text.slice(lineTail, end)) ? "" : `${style.lineEnd}${outer}`;
  return [
    ...(comma === undefined ? [{ offset: after, length: 0, content: "," }] : []),
    { offset: lineTail, length: 0, content: inserted + closing },
  ];
}

/** Replaces only the value, in place. */
export function replaceJsonValue(text: string, { offset, children }: Node, value: unknown): readonly Edit[] {
  const [, old] = children ?? [];
  if (!old) return [];
  const isCompact = !/[\r\n]/.test(text.slice(old.offset, old.offset + old.length)) && !startsLine(text, offset);
  const content = isCompact
    ? JSON.stringify(value)
    : formatValue(value, readIndentation(text, offset), readStyle(text));
  return [{ offset: old.offset, length: old.length, content }];
}

/** Removes a property with its line and one comma. Comments around it stay. */
export function removeJsonProperty(text: string, property: Node): readonly Edit[] {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const closing = property.parent ? property.parent.offset + property.parent.length - 1 : text.length;
  const propertyEnd = property.offset + property.length;
  const next = siblings[siblings.indexOf(property) + 1]?.offset ?? closing;
  const comma = findComma(text, propertyEnd, next);
  const commaBefore =
    before && comma === undefined ? findComma(text, before.offset + before.length, property.offset) : undefined;
  const gap = comma === undefined ? "" : text.slice(propertyEnd, comma);
  // The last property in a line of others leaves no blank.
  if (commaBefore !== undefined && /^,[ \t]*$/.test(text.slice(commaBefore, property.offset)))
    return [{ offset: commaBefore, length: propertyEnd - commaBefore, content: "" }];
  const edits: Edit[] = [];
  if (commaBefore !== undefined) edits.push({ offset: commaBefore, length: 1, content: "" });
  // A comment may stand between the value and its comma.
  if (comma !== undefined && gap.trim() !== "") edits.push({ offset: comma, length: 1, content: "" });
  const end = comma === undefined || gap.trim() !== "" ? propertyEnd : comma + 1;
  const [, rest = "", lineEnd = ""] = /^([ \t]*)(\r\n|\r|\n)?/.exec(text.slice(end)) ?? [];
  const isWholeLine = startsLine(text, property.offset) && lineEnd !== "";
  const start = isWholeLine ? property.offset - readIndentation(text, property.offset).length : property.offset;
  const length = end - start + (isWholeLine ? rest.length + lineEnd.length : comma === undefined ? 0 : rest.length);
  return [...edits, { offset: start, length, content: "" }];
}

function insertIntoEmpty(
  text: string,
  object: Node,
  property: string,
  { lineEnd, outer }: Style & { readonly outer: string },
): readonly Edit[] {
  const [start, end] = [object.offset + 1, object.offset + object.length - 1];
  // Comments of the empty object stay before the property.
  const last = readJsonTokens(text).comments.findLast(({ offset }) => offset >= start && offset < end);
  const from = last ? last.offset + last.length : start;
  return [{ offset: from, length: end - from, content: `${lineEnd}${property}${lineEnd}${outer}` }];
}

/** What follows the last property: its comma, and the end of the comments in its line. */
function readTail(text: string, start: number, end: number) {
  const comma = findComma(text, start, end);
  const afterComma = comma === undefined ? start : comma + 1;
  const behind = readJsonTokens(text).comments.filter(({ offset }) => offset >= afterComma && offset < end);
  const lineTail = behind.reduce(
    (tail, { offset, length }) => (/[\r\n]/.test(text.slice(afterComma, offset)) ? tail : offset + length),
    afterComma,
  );
  return { comma, lineTail };
}

function findComma(text: string, start: number, end: number): number | undefined {
  return readJsonTokens(text).commas.find((offset) => offset >= start && offset < end);
}

/** Where the commas and the comments of a text are. */
export function readJsonTokens(text: string) {
  const commas: number[] = [];
  const comments: { readonly offset: number; readonly length: number }[] = [];
  const visitor = {
    onSeparator: (character: string, offset: number) => void (character === "," && commas.push(offset)),
    onComment: (offset: number, length: number) => void comments.push({ offset, length }),
  };
  visit(text.replace(/^\uFEFF/, " "), visitor, { allowTrailingComma: true, allowEmptyContent: true });
  return { commas, comments };
}

function formatValue(value: unknown, indentation: string, { lineEnd, unit }: Style): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", `${lineEnd}${indentation}`);
}

function readStyle(text: string): Style {
  const [, unit = "  "] = /\{[ \t]*(?:\r\n|\r|\n)([ \t]+)["/]/.exec(text) ?? [];
  return { lineEnd: /\r\n|\n/.exec(text)?.[0] ?? "\n", unit: unit.startsWith("\t") ? "\t" : unit };
}

function startsLine(text: string, offset: number): boolean {
  return /(^|[\r\n])[ \t]*$/.test(text.slice(0, offset));
}

/** The white space at the start of the line of an offset. */
function readIndentation(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}
