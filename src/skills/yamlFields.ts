import { type Document, isMap, isNode, isScalar, type Pair, parseDocument, type YAMLError } from "yaml";
import { isTooDeep } from "../text/isYamlTooDeep.ts";
import type { Span } from "../text/lineIndex.ts";
import { findStrictYaml } from "./strictYaml.ts";

/** A field of the front matter. All values are texts, lists and maps of texts: `1.0` stays `1.0`, as the reference validator has it. */
export interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly key: Span;
  /** Of the value; empty, after the colon, where nothing is said. */
  readonly content: Span;
}

export interface YamlFinding {
  readonly span: Span;
  readonly code:
    | "yaml"
    | "duplicate-field"
    | "flow-style"
    | "anchor"
    | "tag"
    | "tab"
    | "indentation"
    | "not-a-map"
    | "control-character";
  readonly message: string;
}

export interface YamlFields {
  readonly fields: readonly Field[];
  readonly findings: readonly YamlFinding[];
}

/** More than this is no front matter. */
const longest = 64 * 1024;
/** What YAML does not allow anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** The fields of a part of a text, with offsets into the whole. */
export function readYamlFields(text: string, [start, end]: Span): YamlFields {
  // A lone carriage return ends a line for most readers, but not for this one.
  const source = text.slice(start, end).replaceAll(/\r(?!\n)/g, "\n");
  if (source.length > longest) return failed([start, end], "yaml", "The front matter is longer than 64 KiB.");
  if (isTooDeep(source)) return failed([start, end], "yaml", "The front matter is nested too deep.");
  try {
    const document = parseDocument(source, {
      schema: "failsafe",
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
    const findings = [
      ...syntax(document),
      ...controls(source),
      ...notAMap(document, source),
      ...findStrictYaml(document, source),
    ];
    return { fields: fieldsOf(document, start), findings: findings.map((finding) => moved(finding, start)) };
  } catch (error) {
    // Nested too deep, or aliases that would grow without end.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return failed([start, end], "yaml", "The front matter is nested too deep.");
  }
}

function failed(span: Span, code: YamlFinding["code"], message: string): YamlFields {
  return { fields: [], findings: [{ span, code, message }] };
}

function moved({ span: [from, to], code, message }: YamlFinding, by: number): YamlFinding {
  return { span: [from + by, Math.max(to, from) + by], code, message };
}

function syntax({ errors }: Document.Parsed): YamlFinding[] {
  return errors.map(({ message, pos }: YAMLError) => ({ span: [pos[0], pos[1]], code: "yaml", message }));
}

function controls(source: string): YamlFinding[] {
  const found = control.exec(source);
  if (!found) return [];
  return [
    {
      span: [found.index, found.index + 1],
      code: "control-character",
      message: "The front matter holds a control character: remove it.",
    },
  ];
}

function notAMap({ contents, errors }: Document.Parsed, source: string): YamlFinding[] {
  if (isMap(contents) || errors.length > 0) return [];
  return [
    {
      span: [0, source.trimEnd().length],
      code: "not-a-map",
      message: "The front matter holds no fields: write `name: value`, one a line.",
    },
  ];
}

function fieldsOf(document: Document.Parsed, start: number): Field[] {
  return isMap(document.contents) ? document.contents.items.map((pair) => fieldOf(pair, document, start)) : [];
}

function fieldOf({ key, value }: Pair, document: Document.Parsed, start: number): Field {
  const keySpan = spanOf(key) ?? [0, 0];
  const [from, to] = spanOf(value) ?? [keySpan[1] + 1, keySpan[1] + 1];
  return {
    name: isScalar(key) ? String(key.value ?? "") : "",
    value: isSpecial(value) ? undefined : ((isNode(value) ? value.toJS(document, { maxAliasCount: 10 }) : "") ?? ""),
    key: [start + keySpan[0], start + keySpan[1]],
    content: [start + from, start + to],
  };
}

/** Words of YAML 1.1 that its readers do not take for a text. */
function isSpecial(value: unknown): boolean {
  return isScalar(value) && value.type === "PLAIN" && (value.source === "<<" || value.source === "=");
}

function spanOf(node: unknown): Span | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}
