import type { TextSpan } from "../../text/position/lineIndex.ts";
import { isRecord } from "../../text/record.ts";
import type { SkillFix } from "../skill.ts";
import type { SkillDocument } from "../skillDocument.ts";
import type { YamlField } from "../yamlFields.ts";

type Edit = SkillFix["edits"][number];

/** A text as a value of YAML: as it is where it can only be read as that, else in quotes. */
export function formatYamlText(text: string): string {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N} .,()/_+-]*[\p{L}\p{N}.,()/_+-])?$/u.test(text) ? text : JSON.stringify(text);
}

/**
 * Whether the front matter is as people write it: one plain name a field, at the margin, and read the same by everybody. Others are
 * better put right by hand.
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

/** Quotes stay where the value has them. */
export function replaceFieldValue(document: SkillDocument, { content }: YamlField, text: string): Edit {
  const said = document.text.slice(content[0], content[1]).trimEnd();
  const span: TextSpan = [content[0], content[0] + said.length];
  return replaceSpan(document, span, said === "" ? ` ${formatYamlText(text)}` : formatYamlText(text));
}

/** With the lines it stands on. */
export function removeField(document: SkillDocument, field: YamlField): Edit {
  return replaceSpan(document, fieldLines(document, field), "");
}

function fieldLines({ lines }: SkillDocument, { key, content }: YamlField): TextSpan {
  return lines.wholeLines([key[0], Math.max(key[1], content[1])]);
}

/** A line more, after the given field or as the first one. */
export function addField(document: SkillDocument, name: string, value: string, after: YamlField | undefined): Edit {
  const at = after ? fieldLines(document, after)[1] : startOfFields(document);
  return replaceSpan(document, [at, at], `${name}: ${formatYamlText(value)}${findLineBreak(document)}`);
}

function startOfFields({ frontMatter }: SkillDocument): number {
  return frontMatter.kind === "closed" ? frontMatter.yaml[0] : 0;
}

export function findLineBreak({ text }: SkillDocument): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** From the top into `metadata`; undefined where that cannot be said in two small edits. */
export function moveFieldToMetadata(
  document: SkillDocument,
  field: YamlField,
  metadata: YamlField | undefined,
): Edit[] | undefined {
  const said = document.text.slice(field.content[0], field.content[1]);
  if (metadata && !isRecord(metadata.value)) return undefined;
  if (typeof field.value !== "string" || /[\r\n]/.test(said)) return undefined;
  const line = `${field.name}: ${said.trim() === "" ? '""' : said}${findLineBreak(document)}`;
  if (!metadata) {
    const [start, end] = fieldLines(document, field);
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
