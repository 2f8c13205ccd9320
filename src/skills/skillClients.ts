import type { PortabilityFacts } from "./portabilityFacts.ts";
import { isNamedAsFolder } from "./portabilityFacts.ts";
import { maxDescriptionLength, maxSkillNameLength } from "./skillNameRules.ts";

/** Why a client does not load a skill at all, and what it does otherwise than written. */
interface Taken {
  readonly skips: readonly (string | false)[];
  readonly partly: readonly (string | false)[];
}

interface Client {
  readonly client: string;
  readonly name: string;
  /** Fields beyond those that only inform that it heeds. */
  readonly heeds: readonly string[];
  take(facts: PortabilityFacts): Taken;
}

const noFrontMatter = ({ frontMatter, byteOrderMark }: PortabilityFacts) =>
  byteOrderMark
    ? "The byte order mark hides the front matter."
    : !frontMatter && "The front matter is missing or not closed by a line of its own.";
const brokenYaml = ({ yaml }: PortabilityFacts) => yaml === "broken" && "The front matter is not valid YAML.";
const badYaml = ({ yaml }: PortabilityFacts) =>
  yaml !== "sound" && (yaml === "broken" ? "The front matter is not valid YAML." : "A field is there twice.");
const noName = ({ name }: PortabilityFacts) => name.text === "" && name.isText && "The name is missing.";
const noDescription = ({ description }: PortabilityFacts) =>
  description.text === "" && description.isText && "The description is missing.";
const nameNoText = ({ name }: PortabilityFacts) => !name.isText && "The name is no text for YAML: put it in quotes.";
const descriptionNoText = ({ description }: PortabilityFacts) =>
  !description.isText && "The description is no text for YAML: put it in quotes.";
const longDescription = ({ description }: PortabilityFacts, then: string) =>
  description.length > maxDescriptionLength &&
  `The description is longer than ${maxDescriptionLength} characters: ${then}.`;
const otherFolder = (facts: PortabilityFacts, then: string) =>
  !isNamedAsFolder(facts) && `The name is not that of its folder: ${then}.`;
const oddName = ({ name }: PortabilityFacts) =>
  name.problems.length > 0 && `Its documentation asks for another name. ${name.problems.join(" ")}`;

export const skillClients: readonly Client[] = [
  {
    // https://code.visualstudio.com/docs/agent-customization/agent-skills and `promptsServiceImpl.ts` of VS Code 1.139.
    client: "vscode",
    name: "VS Code",
    heeds: ["argument-hint", "user-invocable", "disable-model-invocation", "context"],
    take: (facts) => ({
      skips: [],
      partly: [
        noFrontMatter(facts) || brokenYaml(facts) || noName(facts),
        noDescription(facts) && "Without a description the agent cannot choose it; only you can, by its name.",
        otherFolder(facts, "VS Code calls it by the folder's"),
        longDescription(facts, "the rest is cut off"),
      ],
    }),
  },
  {
    // https://code.claude.com/docs/en/skills#frontmatter-reference
    client: "claude-code",
    name: "Claude Code",
    heeds: [
      ...["allowed-tools", "argument-hint", "arguments", "user-invocable", "disable-model-invocation", "context"],
      ...["when_to_use", "model", "effort", "agent", "hooks", "paths", "shell"],
    ],
    take: (facts) => ({
      skips: [],
      partly: [
        noFrontMatter(facts) || brokenYaml(facts),
        noDescription(facts) && "The description is missing: the first paragraph is taken for it.",
        facts.description.length > 1536 && "The description is longer than 1536 characters: the rest is cut off.",
      ],
    }),
  },
  {
    // https://developers.openai.com/codex/skills and `codex-rs/core-skills/src/loader.rs` of https://github.com/openai/codex.
    client: "codex",
    name: "Codex",
    heeds: [],
    take: (facts) => ({
      skips: [
        noFrontMatter(facts) || badYaml(facts) || nameNoText(facts) || descriptionNoText(facts),
        noDescription(facts),
        longDescription(facts, "Codex leaves such skills out"),
        facts.name.length > maxSkillNameLength && `The name is longer than ${maxSkillNameLength} characters.`,
        facts.metadata === "other" && '"metadata" is not a map.',
        facts.shortDescription.length > maxDescriptionLength && '"short-description" in the metadata is too long.',
        facts.folder?.startsWith(".") === true && "Folders whose name begins with a dot are left out.",
      ],
      partly: [],
    }),
  },
  {
    // https://cursor.com/docs/context/skills
    client: "cursor",
    name: "Cursor",
    heeds: ["disable-model-invocation", "paths"],
    take: (facts) => ({
      skips: [noFrontMatter(facts) || brokenYaml(facts), noName(facts), noDescription(facts)],
      partly: [otherFolder(facts, "its documentation asks for that"), oddName(facts)],
    }),
  },
  {
    // https://geminicli.com/docs/cli/skills and `packages/core/src/skills/skillLoader.ts` of https://github.com/google-gemini/gemini-cli.
    client: "gemini-cli",
    name: "Gemini CLI",
    heeds: [],
    take: (facts) => ({
      skips: [noFrontMatter(facts), noName(facts), noDescription(facts)],
      partly: [
        brokenYaml(facts) && "The front matter is not valid YAML: name and description are read line by line.",
        /[:\\/<>*?"|]/.test(facts.name.text) && "Characters that file names cannot have become hyphens in its name.",
      ],
    }),
  },
  {
    // https://opencode.ai/docs/skills and `packages/opencode/src/skill/skill.ts` of https://github.com/anomalyco/opencode.
    client: "opencode",
    name: "OpenCode",
    heeds: [],
    take: (facts) => ({
      skips: [
        !facts.frontMatter && noFrontMatter({ ...facts, byteOrderMark: false }),
        badYaml(facts) || nameNoText(facts) || descriptionNoText(facts),
        noName(facts),
        noDescription(facts),
      ],
      partly: [
        otherFolder(facts, "its documentation asks for that"),
        oddName(facts),
        longDescription(facts, "its documentation asks for a shorter one"),
      ],
    }),
  },
];
