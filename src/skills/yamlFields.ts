import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import { isYamlTooDeep } from "../text/isYamlTooDeep.ts";
import type { TextSpan } from "../text/position/lineIndex.ts";

const refused = "the reference validator refuses them";

/** What YAML allows and the reference validator's reader (StrictYAML) refuses; clients read most of it. */
function findStrictYaml(document: Document.Parsed, source: string): YamlFinding[] {
  const findings: YamlFinding[] = [];
  visit(document, {
    Node: (_, node) => void findings.push(...nodeFindings(node)),
    Map: (_, map) => void findings.push(...nodeFindings(map), ...duplicates(map), ...indentations(map, source)),
    Seq: (_, seq) => void findings.push(...nodeFindings(seq)),
  });
  return [...findings, ...tabs(document, source)];
}

/** Tabs may stand in quotes, blocks and comments only. */
function tabs(document: Document.Parsed, source: string): YamlFinding[] {
  if (!source.includes("\t")) return [];
  let rest = source;
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type === "PLAIN" || !range) return;
      const [start, end] = range;
      rest = rest.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, "x") + rest.slice(end);
    },
  });
  const at = rest.replaceAll(/(?<=^|[ \n])#.*/g, (comment) => "x".repeat(comment.length)).indexOf("\t");
  if (at === -1) return [];
  return [
    {
      span: [at, at + 1],
      code: "tab",
      message: "A tab outside of quotes: the reference validator refuses it. Write spaces.",
    },
  ];
}

function nodeFindings(node: Node): YamlFinding[] {
  const findings: YamlFinding[] = [];
  if (isCollection(node) && node.flow === true) {
    const message = `Lists and maps in brackets: ${refused}. Write one entry a line, or put the text in quotes.`;
    findings.push(finding(node, "flow-style", message));
  }
  if (isAlias(node) || ("anchor" in node && node.anchor !== undefined)) {
    const message = `Anchors (&) and aliases (*): ${refused}. Repeat the value, or put the text in quotes.`;
    findings.push(finding(node, "anchor", message));
  }
  if (node.tag !== undefined) {
    findings.push(finding(node, "tag", `Tags (!): ${refused}. Leave the tag out, or put the text in quotes.`));
  }
  return findings;
}

function duplicates({ items }: YAMLMap): YamlFinding[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value ?? "") : String(key);
    if (seen.has(name) && isNode(key)) return [finding(key, "duplicate-field", `"${name}" is there twice.`)];
    seen.add(name);
    return [];
  });
}

/** Maps beside each other must begin in the same column. */
function indentations({ items }: YAMLMap, source: string): YamlFinding[] {
  const maps = items.map(({ value }) => value).filter((value) => isMap(value));
  const columns = maps.map((map) => columnOf(map, source));
  const message = "It is indented otherwise than the map before it: the reference validator refuses that.";
  return maps.filter((_, at) => columns[at] !== columns[0]).map((map) => finding(map, "indentation", message));
}

function columnOf({ range }: Node, source: string): number {
  const start = range?.[0] ?? 0;
  return start - (source.lastIndexOf("\n", start - 1) + 1);
}

function finding({ range }: Node, code: YamlFinding["code"], message: string): YamlFinding {
  return { span: [range?.[0] ?? 0, range?.[1] ?? 0], code, message };
}

/** A field of the front matter. All values are texts, lists and maps of texts: `1.0` stays `1.0`, as the reference validator has it. */
export interface YamlField {
  readonly name: string;
  readonly value: unknown;
  readonly key: TextSpan;
  /** Of the value; empty, after the colon, where nothing is said. */
  readonly content: TextSpan;
}

export interface YamlFinding {
  readonly span: TextSpan;
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
  readonly fields: readonly YamlField[];
  readonly findings: readonly YamlFinding[];
}

/** More than this is no front matter. */
const longest = 64 * 1024;
/** What YAML does not allow anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** The fields of a part of a text, with offsets into the whole. */
export function readYamlFields(text: string, [start, end]: TextSpan): YamlFields {
  // A lone carriage return ends a line for most readers, but not for this one.
  const source = text.slice(start, end).replaceAll(/\r(?!\n)/g, "\n");
  if (source.length > longest) return failed([start, end], "yaml", "The front matter is longer than 64 KiB.");
  if (isYamlTooDeep(source)) return failed([start, end], "yaml", "The front matter is nested too deep.");
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

function failed(span: TextSpan, code: YamlFinding["code"], message: string): YamlFields {
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

function fieldsOf(document: Document.Parsed, start: number): YamlField[] {
  return isMap(document.contents) ? document.contents.items.map((pair) => fieldOf(pair, document, start)) : [];
}

function fieldOf({ key, value }: Pair, document: Document.Parsed, start: number): YamlField {
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

function spanOf(node: unknown): TextSpan | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}
