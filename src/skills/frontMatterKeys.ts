/** A field of the front matter, for completions and hovers. */
export interface FrontMatterKey {
  readonly name: string;
  readonly documentation: string;
  /** Whether the specification has it; others are heeded by single clients. */
  readonly standard: boolean;
  /** What is written after `name: `. */
  readonly sample: string;
  readonly values: readonly { readonly value: string; readonly documentation: string }[];
}

const specification = "https://agentskills.io/specification";
const none: FrontMatterKey["values"] = [];
const flag: FrontMatterKey["values"] = [
  { value: "true", documentation: "" },
  { value: "false", documentation: "" },
];

const licences = ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "MPL-2.0", "CC-BY-4.0", "CC0-1.0", "GPL-3.0-or-later"];
const tools = ["Read", "Write", "Edit", "Grep", "Glob", "Bash", "Bash(git:*)", "WebFetch", "WebSearch"];

export const frontMatterKeys: readonly FrontMatterKey[] = [
  {
    name: "name",
    documentation: `The name of the skill: the same as its folder's. 1 to 64 lower-case letters, digits and single hyphens. Required. [Specification](${specification}#name-field)`,
    standard: true,
    sample: "",
    values: none,
  },
  {
    name: "description",
    documentation: `What the skill does and when to use it, in at most 1024 characters: agents choose by it alone. Required. [Specification](${specification}#description-field)`,
    standard: true,
    sample: "",
    values: none,
  },
  {
    name: "license",
    documentation: `The licence, or the name of a bundled licence file. [Specification](${specification}#license-field)`,
    standard: true,
    sample: "MIT",
    values: [...licences, "LICENSE.txt"].map((value) => ({ value, documentation: "" })),
  },
  {
    name: "compatibility",
    documentation: `What the skill needs around it (product, packages, network), in at most 500 characters. Most skills need none. [Specification](${specification}#compatibility-field)`,
    standard: true,
    sample: "",
    values: none,
  },
  {
    name: "metadata",
    documentation: `A map from names to texts for whatever the specification does not have. \`version\` is taken when the skill is published. [Specification](${specification}#metadata-field)`,
    standard: true,
    sample: '\n  version: "1.0.0"',
    values: none,
  },
  {
    name: "allowed-tools",
    documentation: `Tools the skill may use without asking, separated by spaces. Experimental: not every client heeds it. [Specification](${specification}#allowed-tools-field)`,
    standard: true,
    sample: "Read",
    values: tools.map((value) => ({ value, documentation: "" })),
  },
  {
    name: "argument-hint",
    documentation:
      "What is shown after the skill's name when it is called by hand. Heeded by VS Code and Claude Code; not in the specification.",
    standard: false,
    sample: "",
    values: none,
  },
  {
    name: "user-invocable",
    documentation:
      "`false` hides the skill from the list of commands. Heeded by VS Code and Claude Code; not in the specification.",
    standard: false,
    sample: "false",
    values: flag,
  },
  {
    name: "disable-model-invocation",
    documentation:
      "`true`: only you can start the skill, not the agent. Heeded by VS Code, Claude Code and Cursor; not in the specification.",
    standard: false,
    sample: "true",
    values: flag,
  },
];
