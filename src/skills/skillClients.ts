import type { PortabilityFacts } from "./portabilityFacts.ts";
import { isNamedAsFolder } from "./portabilityFacts.ts";
import { maxDescriptionLength, maxSkillNameLength } from "./skillNameRules.ts";

/** Reasons why a client does not load a skill, and reasons why it loads it only partly. */
interface PortabilityReasons {
  readonly skips: readonly (string | false)[];
  readonly partly: readonly (string | false)[];
}

interface Client {
  readonly client: string;
  readonly name: string;
  /** The fields with an effect that the client supports. */
  readonly supportedFields: readonly string[];
  listReasons(facts: PortabilityFacts): PortabilityReasons;
}

const checkFrontMatter = ({ frontMatter, byteOrderMark }: PortabilityFacts) =>
  byteOrderMark
    ? "The byte order mark hides the front matter."
    : !frontMatter && "The front matter is missing or not closed by a separate line.";
const checkYamlSyntax = ({ yaml }: PortabilityFacts) => yaml === "broken" && "The front matter is not valid YAML.";
const checkYaml = ({ yaml }: PortabilityFacts) =>
  yaml !== "valid" && (yaml === "broken" ? "The front matter is not valid YAML." : "A field occurs twice.");
const checkNamePresence = ({ name }: PortabilityFacts) => name.text === "" && name.isText && "The name is missing.";
const checkDescriptionPresence = ({ description }: PortabilityFacts) =>
  description.text === "" && description.isText && "The description is missing.";
const checkNameType = ({ name }: PortabilityFacts) =>
  !name.isText && "YAML does not read the name as text: put it in quotes.";
const checkDescriptionType = ({ description }: PortabilityFacts) =>
  !description.isText && "YAML does not read the description as text: put it in quotes.";
const checkDescriptionLength = ({ description }: PortabilityFacts, consequence: string) =>
  description.length > maxDescriptionLength &&
  `The description is longer than ${maxDescriptionLength} characters: ${consequence}.`;
const checkFolder = (facts: PortabilityFacts, consequence: string) =>
  !isNamedAsFolder(facts) && `The name differs from the folder's name: ${consequence}.`;
const checkNameRules = ({ name }: PortabilityFacts) =>
  name.problems.length > 0 && `The name breaks the rules of its documentation. ${name.problems.join(" ")}`;

export const skillClients: readonly Client[] = [
  {
    // https://code.visualstudio.com/docs/agent-customization/agent-skills and `promptsServiceImpl.ts` of VS Code 1.139.
    client: "vscode",
    name: "VS Code",
    supportedFields: ["argument-hint", "user-invocable", "disable-model-invocation", "context"],
    listReasons: (facts) => ({
      skips: [],
      partly: [
        checkFrontMatter(facts) || checkYamlSyntax(facts) || checkNamePresence(facts),
        checkDescriptionPresence(facts) &&
          "Without a description the agent cannot select it; only you can, by its name.",
        checkFolder(facts, "VS Code uses the folder's name"),
        checkDescriptionLength(facts, "the rest is cut off"),
      ],
    }),
  },
  {
    // https://code.claude.com/docs/en/skills#frontmatter-reference
    client: "claude-code",
    name: "Claude Code",
    supportedFields: [
      ...["allowed-tools", "argument-hint", "arguments", "user-invocable", "disable-model-invocation", "context"],
      ...["when_to_use", "model", "effort", "agent", "hooks", "paths", "shell"],
    ],
    listReasons: (facts) => ({
      skips: [],
      partly: [
        checkFrontMatter(facts) || checkYamlSyntax(facts),
        checkDescriptionPresence(facts) && "The description is missing: Claude Code uses the first paragraph.",
        facts.description.length > 1536 && "The description is longer than 1536 characters: the rest is cut off.",
      ],
    }),
  },
  {
    // https://developers.openai.com/codex/skills and `codex-rs/core-skills/src/loader.rs` of https://github.com/openai/codex.
    client: "codex",
    name: "Codex",
    supportedFields: [],
    listReasons: (facts) => ({
      skips: [
        checkFrontMatter(facts) || checkYaml(facts) || checkNameType(facts) || checkDescriptionType(facts),
        checkDescriptionPresence(facts),
        checkDescriptionLength(facts, "Codex skips such skills"),
        facts.name.length > maxSkillNameLength && `The name is longer than ${maxSkillNameLength} characters.`,
        facts.metadata === "other" && '"metadata" is not a map.',
        facts.shortDescription.length > maxDescriptionLength && '"short-description" in the metadata is too long.',
        facts.folder?.startsWith(".") === true && "Codex skips folders whose name begins with a dot.",
      ],
      partly: [],
    }),
  },
  {
    // https://cursor.com/docs/context/skills
    client: "cursor",
    name: "Cursor",
    supportedFields: ["disable-model-invocation", "paths"],
    listReasons: (facts) => ({
      skips: [
        checkFrontMatter(facts) || checkYamlSyntax(facts),
        checkNamePresence(facts),
        checkDescriptionPresence(facts),
      ],
      partly: [checkFolder(facts, "its documentation requires the same name"), checkNameRules(facts)],
    }),
  },
  {
    // https://geminicli.com/docs/cli/skills and `packages/core/src/skills/skillLoader.ts` of https://github.com/google-gemini/gemini-cli.
    client: "gemini-cli",
    name: "Gemini CLI",
    supportedFields: [],
    listReasons: (facts) => ({
      skips: [checkFrontMatter(facts), checkNamePresence(facts), checkDescriptionPresence(facts)],
      partly: [
        checkYamlSyntax(facts) &&
          "The front matter is not valid YAML: Gemini CLI reads the name and the description line by line.",
        /[:\\/<>*?"|]/.test(facts.name.text) &&
          "Gemini CLI replaces characters of the name that file names cannot contain by hyphens.",
      ],
    }),
  },
  {
    // https://opencode.ai/docs/skills and `packages/opencode/src/skill/skill.ts` of https://github.com/anomalyco/opencode.
    client: "opencode",
    name: "OpenCode",
    supportedFields: [],
    listReasons: (facts) => ({
      skips: [
        !facts.frontMatter && checkFrontMatter({ ...facts, byteOrderMark: false }),
        checkYaml(facts) || checkNameType(facts) || checkDescriptionType(facts),
        checkNamePresence(facts),
        checkDescriptionPresence(facts),
      ],
      partly: [
        checkFolder(facts, "its documentation requires the same name"),
        checkNameRules(facts),
        checkDescriptionLength(facts, "its documentation requires a shorter one"),
      ],
    }),
  },
];
