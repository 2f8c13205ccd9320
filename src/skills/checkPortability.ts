import * as l10n from "@vscode/l10n";
import type { FileContent } from "../text/files/fileContent.ts";
import { formatList } from "../text/language/formatList.ts";
import { isNamedAsFolder, type PortabilityFacts, readPortabilityFacts } from "./portabilityFacts.ts";
import type { ClientPortability } from "./skill.ts";
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
    ? l10n.t("The byte order mark hides the front matter.")
    : !frontMatter && l10n.t("The front matter is missing or not closed by a separate line.");
const checkYamlSyntax = ({ yaml }: PortabilityFacts) =>
  (yaml === "broken" || yaml === "colon") && l10n.t("The front matter is not valid YAML.");
const checkYaml = (facts: PortabilityFacts) =>
  checkYamlSyntax(facts) || (facts.yaml === "duplicate fields" && l10n.t("A field occurs twice."));
const checkNamePresence = ({ name }: PortabilityFacts) =>
  name.text === "" && name.isText && l10n.t("The name is missing.");
const checkDescriptionPresence = ({ description }: PortabilityFacts) =>
  description.text === "" && description.isText && l10n.t("The description is missing.");
const checkNameType = ({ name }: PortabilityFacts) =>
  !name.isText && l10n.t("YAML does not read the name as text: put it in quotes.");
const checkDescriptionType = ({ description }: PortabilityFacts) =>
  !description.isText && l10n.t("YAML does not read the description as text: put it in quotes.");
const checkDescriptionLength = ({ description }: PortabilityFacts, consequence: string) =>
  description.length > maxDescriptionLength &&
  l10n.t`The description is longer than ${maxDescriptionLength} characters: ${consequence}.`;
const checkFolder = (facts: PortabilityFacts, consequence: string) =>
  !isNamedAsFolder(facts) && l10n.t`The name differs from the folder's name: ${consequence}.`;
const checkNameRules = ({ name }: PortabilityFacts) =>
  name.problems.length > 0 && l10n.t`The name breaks the rules of its documentation. ${name.problems.join(" ")}`;

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
          l10n.t("Without a description the agent cannot select it; only you can, by its name."),
        checkFolder(facts, l10n.t("VS Code uses the folder's name")),
        checkDescriptionLength(facts, l10n.t("the rest is cut off")),
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
        checkDescriptionPresence(facts) && l10n.t("The description is missing: Claude Code uses the first paragraph."),
        facts.description.length > 1536 &&
          l10n.t("The description is longer than 1536 characters: the rest is cut off."),
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
        checkDescriptionLength(facts, l10n.t("Codex skips such skills")),
        facts.name.length > maxSkillNameLength && l10n.t`The name is longer than ${maxSkillNameLength} characters.`,
        facts.metadata === "other" && l10n.t('"metadata" is not a map.'),
        facts.shortDescription.length > maxDescriptionLength &&
          l10n.t('"short-description" in the metadata is too long.'),
        facts.folder?.startsWith(".") === true && l10n.t("Codex skips folders whose name begins with a dot."),
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
      partly: [checkFolder(facts, l10n.t("its documentation requires the same name")), checkNameRules(facts)],
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
          l10n.t("The front matter is not valid YAML: Gemini CLI reads the name and the description line by line."),
        /[:\\/<>*?"|]/.test(facts.name.text) &&
          l10n.t("Gemini CLI replaces characters of the name that file names cannot contain by hyphens."),
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
        // `fallbackSanitization` in `packages/opencode/src/config/markdown.ts` repairs texts with a colon.
        facts.yaml !== "colon" && (checkYaml(facts) || checkNameType(facts) || checkDescriptionType(facts)),
        checkNamePresence(facts),
        checkDescriptionPresence(facts),
      ],
      partly: [
        checkFolder(facts, l10n.t("its documentation requires the same name")),
        checkNameRules(facts),
        checkDescriptionLength(facts, l10n.t("its documentation requires a shorter one")),
      ],
    }),
  },
];

/** Reports how each known client loads a skill. `folder` is the name of the skill's folder. */
export function checkPortability(files: readonly FileContent[], folder?: string): ClientPortability[] {
  const facts = readPortabilityFacts(files, folder);
  return skillClients.map(({ client, name, supportedFields, listReasons }) => {
    const file = facts?.file;
    if (!facts || file !== "SKILL.md") {
      const reason = facts
        ? l10n.t`It looks for SKILL.md in upper case, not ${file ?? ""}.`
        : l10n.t("There is no SKILL.md.");
      return { client, name, verdict: "skips", reasons: [reason] };
    }
    const { skips, partly } = listReasons(facts);
    const ignored = listIgnoredFields(facts, supportedFields);
    const skipReasons = skips.filter((reason) => reason !== false);
    const reasons = [...skipReasons, ...[...partly, ...ignored].filter((reason) => reason !== false)];
    return {
      client,
      name,
      verdict: skipReasons.length > 0 ? "skips" : reasons.length > 0 ? "partly" : "loads",
      reasons,
    };
  });
}

/** The names of the clients that do not load a skill, such as `Codex`. */
export function listSkippingClients(files: readonly FileContent[], folder?: string): readonly string[] {
  return checkPortability(files, folder)
    .filter(({ verdict }) => verdict === "skips")
    .map(({ name }) => name);
}

function listIgnoredFields({ behaviorFields }: PortabilityFacts, supportedFields: readonly string[]): string[] {
  const fields = behaviorFields.filter((field) => !supportedFields.includes(field)).map((field) => `"${field}"`);
  if (fields.length === 0) return [];
  const names = formatList(fields);
  return [fields.length === 1 ? l10n.t`${names} is not supported.` : l10n.t`${names} are not supported.`];
}
