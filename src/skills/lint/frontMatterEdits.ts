import type { TextSpan } from "../../text/position/lineIndex.ts";
import { isRecord } from "../../text/record.ts";
import type { SkillFix } from "../skill.ts";
import type { SkillDocument } from "../skillDocument.ts";
import type { YamlField } from "../yamlFields.ts";

type Edit = SkillFix["edits"][number];

/** Formats a text as a YAML value: plain if YAML can only read it as that text, else in quotes. */
export function formatYamlText(text: string): string {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} .,()/_+-]*[\p{L}\p{N}.,()/_+-])?$/u.test(text) ? text : JSON.stringify(text);
}

/**
 * Whether every field has a plain name at the start of a line, and clients and the reference validator read the same YAML. Other front
 * matter is too unusual for automatic edits.
 */
export function isFrontMatterEditable({ text, yaml, referenceYaml }: SkillDocument): boolean {
  return (
    yaml === referenceYaml &&
    yaml.fields.every(({ key: [start, end], name }) => {
      const isAtMargin = /(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start));
      return isAtMargin && text.slice(start, end) === name && name !== "" && text.startsWith(":", end);
    })
  );
}

export function replaceSpan({ lines }: SkillDocument, span: TextSpan, text: string): Edit {
  return { ...lines.range(span), text };
}

export function replaceFieldValue(document: SkillDocument, { content }: YamlField, text: string): Edit {
  const source = document.text.slice(content[0], content[1]).trimEnd();
  const span: TextSpan = [content[0], content[0] + source.length];
  return replaceSpan(document, span, source === "" ? ` ${formatYamlText(text)}` : formatYamlText(text));
}

/** Removes the field with its lines. */
export function removeField(document: SkillDocument, field: YamlField): Edit {
  return replaceSpan(document, findFieldLines(document, field), "");
}

function findFieldLines({ lines }: SkillDocument, { key, content }: YamlField): TextSpan {
  return lines.wholeLines([key[0], Math.max(key[1], content[1])]);
}

/** Adds a line after the given field, or as the first line. */
export function addField(document: SkillDocument, name: string, value: string, after: YamlField | undefined): Edit {
  const at = after ? findFieldLines(document, after)[1] : findFieldsStart(document);
  return replaceSpan(document, [at, at], `${name}: ${formatYamlText(value)}${findLineBreak(document)}`);
}

function findFieldsStart({ frontMatter }: SkillDocument): number {
  return frontMatter.kind === "closed" ? frontMatter.yaml[0] : 0;
}

export function findLineBreak({ text }: SkillDocument): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** Moves a field from the top level into `metadata`; undefined if this needs more than two small edits. */
export function moveFieldToMetadata(
  document: SkillDocument,
  field: YamlField,
  metadata: YamlField | undefined,
): Edit[] | undefined {
  const source = document.text.slice(field.content[0], field.content[1]);
  if (metadata && !isRecord(metadata.value)) return undefined;
  if (typeof field.value !== "string" || /[\r\n]/.test(source)) return undefined;
  const line = `${field.name}: ${source.trim() === "" ? '""' : source}${findLineBreak(document)}`;
  if (!metadata) {
    const [start, end] = findFieldLines(document, field);
    return [replaceSpan(document, [start, end], `metadata:${findLineBreak(document)}  ${line}`)];
  }
  const [first] = metadata.content;
  const column = document.lines.range([first, first]).column;
  const isBlock = document.lines.line(first) > document.lines.line(metadata.key[0]);
  if (!isBlock) return undefined;
  const lineStart = first - column + 1;
  const indent = document.text.slice(lineStart, first);
  return [replaceSpan(document, [lineStart, lineStart], `${indent}${line}`), removeField(document, field)];
}
