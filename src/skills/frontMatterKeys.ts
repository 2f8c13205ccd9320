import * as l10n from "@vscode/l10n";

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
