import type { Span } from "../../text/lineIndex.ts";
import { isRecord } from "../../text/record.ts";
import type { Fix } from "../skill.ts";
import type { SkillDocument } from "../skillDocument.ts";
import type { Field } from "../yamlFields.ts";

type Edit = Fix["edits"][number];

/** A text as a value of YAML: as it is where it can only be read as that, else in quotes. */
export function yamlText(text: string): string {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} .,()/_+-]*[\p{L}\p{N}.,()/_+-])?$/u.test(text) ? text : JSON.stringify(text);
}

/**
 * Whether the front matter is as people write it: one plain name a field, at the margin, and read the same by everybody. Others are
 * better put right by hand.
 */
export function isEditable({ text, yaml, referenceYaml }: SkillDocument): boolean {
  return (
    yaml === referenceYaml &&
    yaml.fields.every(({ key: [start, end], name }) => {
      const isAtMargin = /(?:^|[\r\n])$/.test(text.slice(Math.max(0, start - 1), start));
      return isAtMargin && text.slice(start, end) === name && name !== "" && text.startsWith(":", end);
    })
  );
}

export function replace({ lines }: SkillDocument, span: Span, text: string): Edit {
  return { ...lines.range(span), text };
}

/** Quotes stay where the value has them. */
export function replaceValue(document: SkillDocument, { content }: Field, text: string): Edit {
  const said = document.text.slice(content[0], content[1]).trimEnd();
  const span: Span = [content[0], content[0] + said.length];
  return replace(document, span, said === "" ? ` ${yamlText(text)}` : yamlText(text));
}

/** With the lines it stands on. */
export function removeField(document: SkillDocument, field: Field): Edit {
  return replace(document, fieldLines(document, field), "");
}

function fieldLines({ lines }: SkillDocument, { key, content }: Field): Span {
  return lines.wholeLines([key[0], Math.max(key[1], content[1])]);
}

/** A line more, after the given field or as the first one. */
export function addField(document: SkillDocument, name: string, value: string, after: Field | undefined): Edit {
  const at = after ? fieldLines(document, after)[1] : startOfFields(document);
  return replace(document, [at, at], `${name}: ${yamlText(value)}${lineBreak(document)}`);
}

function startOfFields({ frontMatter }: SkillDocument): number {
  return frontMatter.kind === "closed" ? frontMatter.yaml[0] : 0;
}

export function lineBreak({ text }: SkillDocument): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** From the top into `metadata`; undefined where that cannot be said in two small edits. */
export function moveToMetadata(document: SkillDocument, field: Field, metadata: Field | undefined): Edit[] | undefined {
  const said = document.text.slice(field.content[0], field.content[1]);
  if (metadata && !isRecord(metadata.value)) return undefined;
  if (typeof field.value !== "string" || /[\r\n]/.test(said)) return undefined;
  const line = `${field.name}: ${said.trim() === "" ? '""' : said}${lineBreak(document)}`;
  if (!metadata) {
    const [start, end] = fieldLines(document, field);
    return [replace(document, [start, end], `metadata:${lineBreak(document)}  ${line}`)];
  }
  const [first] = metadata.content;
  const column = document.lines.range([first, first]).column;
  const isBlock = document.lines.line(first) > document.lines.line(metadata.key[0]);
  if (!isBlock) return undefined;
  const lineStart = first - column + 1;
  const indent = document.text.slice(lineStart, first);
  return [replace(document, [lineStart, lineStart], `${indent}${line}`), removeField(document, field)];
}
