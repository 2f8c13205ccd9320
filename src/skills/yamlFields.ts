import * as l10n from "@vscode/l10n";
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
import type { TextSpan } from "../text/position/lineIndex.ts";
import { checkAliases, isYamlTooDeep } from "../text/position/parseYaml.ts";

/** Finds syntax that YAML allows and the reference validator's parser (StrictYAML) rejects. Clients read most of it. */
function findStrictYaml(document: Document.Parsed, source: string): YamlFinding[] {
  const findings: YamlFinding[] = [];
  visit(document, {
    Node: (_, node) => void findings.push(...findUnsupportedNodes(node)),
    Map: (_, map) =>
      void findings.push(...findUnsupportedNodes(map), ...findDuplicates(map), ...findIndentationProblems(map, source)),
    Seq: (_, seq) => void findings.push(...findUnsupportedNodes(seq)),
  });
  return [...findings, ...findTabs(document, source)];
}

/** Tabs are allowed only in quotes, block scalars and comments. */
function findTabs(document: Document.Parsed, source: string): YamlFinding[] {
  if (!source.includes("\t")) return [];
  let masked = source;
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type === "PLAIN" || !range) return;
      const [start, end] = range;
      masked = masked.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, "x") + masked.slice(end);
    },
  });
  const at = masked.replaceAll(/(?<=^|[ \n])#.*/g, (comment) => "x".repeat(comment.length)).indexOf("\t");
  const message = l10n.t("The reference validator rejects a tab outside of quotes. Use spaces.");
  return at === -1 ? [] : [{ span: [at, at + 1], code: "tab", message }];
}

function findUnsupportedNodes(node: Node): YamlFinding[] {
  const findings: YamlFinding[] = [];
  if (isCollection(node) && node.flow === true) {
    const message = l10n.t(
      "Lists and maps in brackets: the reference validator rejects them. Write one entry per line, or put the text in quotes.",
    );
    findings.push(createFinding(node, "flow-style", message));
  }
  if (isAlias(node) || ("anchor" in node && node.anchor !== undefined)) {
    const message = l10n.t(
      "Anchors (&) and aliases (*): the reference validator rejects them. Repeat the value, or put the text in quotes.",
    );
    findings.push(createFinding(node, "anchor", message));
  }
  if (node.tag !== undefined) {
    const message = l10n.t(
      "Tags (!): the reference validator rejects them. Remove the tag, or put the text in quotes.",
    );
    findings.push(createFinding(node, "tag", message));
  }
  return findings;
}

function findDuplicates({ items }: YAMLMap): YamlFinding[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value ?? "") : String(key);
    if (seen.has(name) && isNode(key)) return [createFinding(key, "duplicate-field", l10n.t`"${name}" occurs twice.`)];
    seen.add(name);
    return [];
  });
}

/** Sibling maps must begin in the same column. */
function findIndentationProblems({ items }: YAMLMap, source: string): YamlFinding[] {
  const maps = items.map(({ value }) => value).filter((value) => isMap(value));
  const columns = maps.map((map) => getColumn(map, source));
  const message = l10n.t("The indentation differs from the map before it: the reference validator rejects that.");
  return maps.filter((_, at) => columns[at] !== columns[0]).map((map) => createFinding(map, "indentation", message));
}

function getColumn({ range }: Node, source: string): number {
  const start = range?.[0] ?? 0;
  return start - (source.lastIndexOf("\n", start - 1) + 1);
}

function createFinding({ range }: Node, code: YamlFinding["code"], message: string): YamlFinding {
  return { span: [range?.[0] ?? 0, range?.[1] ?? 0], code, message };
}

/** A field of the front matter. All scalars are texts, as for the reference validator: `1.0` stays `1.0`. */
export interface YamlField {
  readonly name: string;
  readonly value: unknown;
  readonly key: TextSpan;
  /** The span of the value; empty and after the colon if there is none. */
  readonly content: TextSpan;
}

export interface YamlFinding {
  readonly span: TextSpan;
  readonly code:
    | "yaml"
    | "colon"
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

const maximumLength = 64 * 1024;
/** The reference validator takes none. */
const mostAliases = 100;
/** Characters that YAML does not allow anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Reads the fields of a part of a text; the spans are offsets into the whole text. */
export function readYamlFields(text: string, [start, end]: TextSpan): YamlFields {
  // Most readers end a line at a lone carriage return, but this parser does not.
  const source = text.slice(start, end).replaceAll(/\r(?!\n)/g, "\n");
  if (source.length > maximumLength)
    return createFailure([start, end], l10n.t("The front matter is longer than 64 KiB."));
  if (isYamlTooDeep(source)) return createFailure([start, end], l10n.t("The front matter is nested too deep."));
  try {
    const document = parseDocument(source, {
      schema: "failsafe",
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
    checkAliases(document, mostAliases);
    const findings = [
      ...listSyntaxFindings(document, source),
      ...findControlCharacter(source),
      ...checkMap(document, source),
      ...findStrictYaml(document, source),
    ];
    return {
      fields: readFields(document, start),
      findings: findings.map((createFinding) => shiftFinding(createFinding, start)),
    };
  } catch (error) {
    // The parser throws for deep nesting and for aliases that expand too much.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return createFailure([start, end], l10n.t("The front matter is nested too deep."));
  }
}

function createFailure(span: TextSpan, message: string): YamlFields {
  return { fields: [], findings: [{ span, code: "yaml", message }] };
}

function shiftFinding({ span: [from, to], code, message }: YamlFinding, offset: number): YamlFinding {
  return { span: [from + offset, Math.max(to, from) + offset], code, message };
}

/** A colon in a text without quotes is one finding, although the parser has an error for each colon of the line. */
function listSyntaxFindings({ errors }: Document.Parsed, source: string): YamlFinding[] {
  const colons = new Map(
    errors.flatMap((error) => findUnquotedColon(error, source) ?? []).map((one) => [one.span[0], one]),
  );
  const others = errors.filter(
    ({ pos: [at] }) => ![...colons.values()].some(({ span }) => at >= span[0] && at <= span[1]),
  );
  const syntax = others.map(({ message, pos }): YamlFinding => ({ span: [pos[0], pos[1]], code: "yaml", message }));
  return [...colons.values(), ...syntax];
}

function findUnquotedColon({ code, pos: [at] }: YAMLError, source: string): YamlFinding | undefined {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const [line = ""] = /^.*/.exec(source.slice(start)) ?? [];
  const [, before = "", name = "", rest = ""] = /^(([\w-]+):[ \t]+)([\p{L}\p{N}].*:[ \t].*)$/u.exec(line) ?? [];
  const value = rest.trimEnd();
  // A comment is no part of the text.
  if (value === "" || /\s#/.test(value)) return undefined;
  const from = start + before.length;
  const message = l10n.t`The text of "${name}" has a colon with a space after it, which YAML reads as another field. Put the text in quotes.`;
  return { span: [from, from + value.length], code: "colon", message };
}

function findControlCharacter(source: string): YamlFinding[] {
  const at = source.search(controlCharacter);
  const message = l10n.t("The front matter holds a control character: remove it.");
  return at === -1 ? [] : [{ span: [at, at + 1], code: "control-character", message }];
}

function checkMap({ contents, errors }: Document.Parsed, source: string): YamlFinding[] {
  if (isMap(contents) || errors.length > 0) return [];
  const message = l10n.t("The front matter holds no fields: write `name: value`, one per line.");
  return [{ span: [0, source.trimEnd().length], code: "not-a-map", message }];
}

function readFields(document: Document.Parsed, start: number): YamlField[] {
  return isMap(document.contents) ? document.contents.items.map((pair) => readField(pair, document, start)) : [];
}

function readField({ key, value }: Pair, document: Document.Parsed, start: number): YamlField {
  const keySpan = getSpan(key) ?? [0, 0];
  const [from, to] = getSpan(value) ?? [keySpan[1] + 1, keySpan[1] + 1];
  return {
    name: isScalar(key) ? String(key.value ?? "") : "",
    value: isSpecial(value) ? undefined : ((isNode(value) ? value.toJS(document, { maxAliasCount: 10 }) : "") ?? ""),
    key: [start + keySpan[0], start + keySpan[1]],
    content: [start + from, start + to],
  };
}

/** YAML 1.1 readers do not read these tokens as texts. */
function isSpecial(value: unknown): boolean {
  return isScalar(value) && value.type === "PLAIN" && (value.source === "<<" || value.source === "=");
}

function getSpan(node: unknown): TextSpan | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}
