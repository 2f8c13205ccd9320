import * as l10n from "@vscode/l10n";
import type { TextRange } from "../text/position/lineIndex.ts";
import { parseSkillDocument, type SkillDocument } from "./skillDocument.ts";

/** A field of the front matter, for completions and hovers. */
export interface FrontMatterKey {
  readonly name: string;
  readonly documentation: string;
  /** The text that a completion inserts after `name: `. */
  readonly sample?: string;
  readonly values?: readonly { readonly value: string; readonly documentation: string }[];
}

const specification = "https://agentskills.io/specification";
const booleanValues: FrontMatterKey["values"] = [
  { value: "true", documentation: "" },
  { value: "false", documentation: "" },
];

const licences = ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "MPL-2.0", "CC-BY-4.0", "CC0-1.0", "GPL-3.0-or-later"];
const tools = ["Read", "Write", "Edit", "Grep", "Glob", "Bash", "Bash(git:*)", "WebFetch", "WebSearch"];

export const frontMatterKeys: readonly FrontMatterKey[] = [
  {
    name: "name",
    documentation: l10n.t`The name of the skill: the same as its folder's. 1 to 64 lower-case letters, digits and single hyphens. Required. [Specification](${specification}#name-field)`,
  },
  {
    name: "description",
    documentation: l10n.t`What the skill does and when to use it, in at most 1024 characters: agents select skills only by their descriptions. Required. [Specification](${specification}#description-field)`,
  },
  {
    name: "license",
    documentation: l10n.t`The licence, or the name of a bundled licence file. [Specification](${specification}#license-field)`,
    sample: "MIT",
    values: [...licences, "LICENSE.txt"].map((value) => ({ value, documentation: "" })),
  },
  {
    name: "compatibility",
    documentation: l10n.t`What the skill requires (product, packages, network), in at most 500 characters. Most skills need none. [Specification](${specification}#compatibility-field)`,
  },
  {
    name: "metadata",
    documentation: l10n.t(
      "A map from names to texts for other properties. Publishing uses `version` as the version. [Specification]({0}#metadata-field)",
      specification,
    ),
    sample: '\n  version: "1.0.0"',
  },
  {
    name: "allowed-tools",
    documentation: l10n.t`Tools the skill may use without asking, separated by spaces. Experimental: not every client supports it. [Specification](${specification}#allowed-tools-field)`,
    sample: "Read",
    values: tools.map((value) => ({ value, documentation: "" })),
  },
  {
    name: "argument-hint",
    documentation: l10n.t(
      "The hint shown after the skill's name when a user invokes it. Supported by VS Code and Claude Code; not in the specification.",
    ),
  },
  {
    name: "user-invocable",
    documentation: l10n.t(
      "`false` hides the skill from the list of commands. Supported by VS Code and Claude Code; not in the specification.",
    ),
    sample: "false",
    values: booleanValues,
  },
  {
    name: "disable-model-invocation",
    documentation: l10n.t(
      "`true`: only you can start the skill, not the agent. Supported by VS Code, Claude Code and Cursor; not in the specification.",
    ),
    sample: "true",
    values: booleanValues,
  },
];

export interface FrontMatterCompletion {
  readonly label: string;
  readonly kind: "field" | "value";
  readonly documentation: string;
  /** The range that `text` replaces. */
  readonly range: TextRange;
  readonly text: string;
}

/** Completes the front matter of a `SKILL.md`. Line and column count from 1. */
export function completeFrontMatter(text: string, line: number, column: number): FrontMatterCompletion[] {
  const document = parseSkillDocument(text);
  const { frontMatter, lines } = document;
  if (frontMatter.kind === "absent") return [];
  const [start, end] = frontMatter.kind === "closed" ? frontMatter.yaml : [lines.offset(2, 1), text.length];
  const offset = lines.offset(line, column);
  if (line < 2 || offset < start || offset > end) return [];
  const lineStart = lines.offset(line, 1);
  const before = text.slice(lineStart, offset);
  const value = /^([A-Za-z_-]+):[ \t]+/.exec(before);
  const key = frontMatterKeys.find(({ name }) => name === value?.[1]);
  if (key && value) return completeValues(document, key, [lineStart + value[0].length, offset]);
  return /^[A-Za-z_-]*$/.test(before) ? completeFields(document, lineStart, offset) : [];
}

function completeFields(
  { text, lines, yaml }: Omit<SkillDocument, "path" | "byteOrderMark" | "validUtf8">,
  start: number,
  offset: number,
): FrontMatterCompletion[] {
  const end = offset + (/^[A-Za-z_-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const isKey = text.startsWith(":", end);
  const typed = text.slice(start, end);
  const existingNames = new Set(yaml.fields.map(({ name }) => name).filter((name) => name !== typed));
  return frontMatterKeys
    .filter(({ name }) => !existingNames.has(name))
    .map(({ name, documentation, sample = "" }) => ({
      label: name,
      kind: "field",
      documentation,
      range: lines.range([start, end]),
      text: isKey ? name : sample.startsWith("\n") ? `${name}:${sample}` : `${name}: ${sample}`,
    }));
}

/** `allowed-tools` contains several words: completes the one before the cursor. */
function completeValues(
  { text, lines }: Pick<SkillDocument, "text" | "lines">,
  key: FrontMatterKey,
  [valueStart, offset]: readonly [number, number],
): FrontMatterCompletion[] {
  const typed = text.slice(valueStart, offset);
  const start = key.name === "allowed-tools" ? valueStart + (/[^\s,]*$/.exec(typed)?.index ?? 0) : valueStart;
  return (key.values ?? []).map(({ value, documentation }) => ({
    label: value,
    kind: "value",
    documentation,
    range: lines.range([start, offset]),
    text: value,
  }));
}

/** Describes the field at a position of the front matter. Line and column count from 1. */
export function hoverFrontMatter(
  text: string,
  line: number,
  column: number,
): { readonly range: TextRange; readonly markdown: string } | undefined {
  const { yaml, lines } = parseSkillDocument(text);
  const offset = lines.offset(line, column);
  const field = yaml.fields.find(({ key: [start, end] }) => start <= offset && offset <= end);
  if (!field) return undefined;
  const frontMatterKey = frontMatterKeys.find(({ name }) => name === field.name);
  const markdown =
    frontMatterKey?.documentation ??
    l10n.t("Not a field of the [specification](https://agentskills.io/specification#frontmatter).");
  return { range: lines.range(field.key), markdown };
}
