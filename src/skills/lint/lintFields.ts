import * as l10n from "@vscode/l10n";
import { countCharacters } from "../../text/countCharacters.ts";
import { formatList } from "../../text/language/formatList.ts";
import { isRecord } from "../../text/record.ts";
import { parseServerReference, serverMetadata } from "../serverReference.ts";
import type { SkillDiagnostic, SkillFix } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import {
  findNameProblems,
  isBlankText,
  maxCompatibilityLength,
  maxDescriptionLength,
  normalizeSkillName,
  suggestSkillName,
} from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import {
  addField,
  isFrontMatterEditable,
  moveFieldToMetadata,
  removeField,
  replaceFieldValue,
} from "./frontMatterEdits.ts";

/** Words with which a description states when to use the skill. */
const whenWords =
  /\b(?:when|whenever|if|before|after|while|for (?:any|all|every)|trigger|invoke|use (?:this|it|for|to)|used (?:for|to|by))\b/i;
const minimumLength = 20;

function lintDescription(
  document: SkillDocument,
  field: YamlField | undefined,
  name: YamlField | undefined,
): SkillDiagnostic[] {
  if (!field) return [createMissingDescriptionDiagnostic(document, name)];
  const value = field.value;
  if (typeof value !== "string" || isBlankText(value)) {
    const message = l10n.t('"description" must be a text that is not empty.');
    const span = field.content[0] === field.content[1] ? field.key : field.content;
    return [createSkillDiagnostic(document, span, { severity: "error", code: "description", message })];
  }
  return [...lintLength(document, field, value), ...lintUsefulness(document, field, value)];
}

function lintLength(document: SkillDocument, field: YamlField, value: string): SkillDiagnostic[] {
  const length = countCharacters(value);
  if (length <= maxDescriptionLength) return [];
  const shortDescription = shortenDescription(value);
  return [
    createSkillDiagnostic(document, field.content, {
      severity: "error",
      code: "description-length",
      message: l10n.t`The description has ${length} characters; ${maxDescriptionLength} are allowed.`,
      fixes: [
        {
          title: l10n.t`Cut after the last whole word within ${maxDescriptionLength} characters`,
          losesText: true,
          edits: [replaceFieldValue(document, field, shortDescription)],
        },
      ],
    }),
  ];
}

function shortenDescription(value: string): string {
  const start = [...value.trim()].slice(0, maxDescriptionLength).join("");
  const space = start.search(/\s\S*$/);
  return space > 0 ? start.slice(0, space).trimEnd() : start;
}

function lintUsefulness(document: SkillDocument, field: YamlField, value: string): SkillDiagnostic[] {
  // The words are English, so other scripts cannot be checked.
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(value);
  if (!isLatin || (whenWords.test(value) && value.trim().length >= minimumLength)) return [];
  const message = l10n.t(
    "The description should say what the skill does and when to use it: agents select skills only by their descriptions.",
  );
  return [
    createSkillDiagnostic(document, field.content, { severity: "information", code: "description-when", message }),
  ];
}

function createMissingDescriptionDiagnostic(document: SkillDocument, name: YamlField | undefined): SkillDiagnostic {
  const template = "What it does. Use when ...";
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "description-missing",
    message: l10n.t('"description" is missing: say what the skill does and when to use it.'),
    fixes: [{ title: l10n.t('Add "description"'), edits: [addField(document, "description", template, name)] }],
  });
}

/** https://agentskills.io/specification#frontmatter */
const specificationFields = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/** Checks the fields by the rules of the specification, as the reference validator applies them. */
export function lintFields(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { fields } = document.referenceYaml;
  const findField = (name: string) => fields.find((one) => one.name === name);
  const problems = [
    ...lintName(document, findField("name"), folder),
    ...lintDescription(document, findField("description"), findField("name")),
    ...lintCompatibility(document, findField("compatibility")),
    ...lintMetadata(document, findField("metadata")),
    ...lintAllowedTools(document, findField("allowed-tools")),
    ...fields.flatMap((one) => lintUnknown(document, one, findField("metadata"))),
  ];
  return isFrontMatterEditable(document) ? problems : problems.map((problem) => ({ ...problem, fixes: [] }));
}

function lintUnknown(document: SkillDocument, field: YamlField, metadata: YamlField | undefined): SkillDiagnostic[] {
  if (specificationFields.includes(field.name)) return [];
  const moveEdits = moveFieldToMetadata(document, field, metadata);
  const finding: SkillFinding = {
    severity: "error",
    code: "unknown-field",
    message: l10n.t`"${field.name}" is not a field of the specification, which has ${formatList(specificationFields)}. Fields of your own belong under "metadata".`,
    fixes: [
      ...(moveEdits ? [{ title: l10n.t`Move "${field.name}" under "metadata"`, edits: moveEdits }] : []),
      { title: l10n.t`Remove "${field.name}"`, edits: [removeField(document, field)] },
    ],
  };
  return [createSkillDiagnostic(document, field.key, finding)];
}

function lintCompatibility(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field) return [];
  const length = typeof field.value === "string" ? countCharacters(field.value) : undefined;
  if (length !== undefined && length <= maxCompatibilityLength) return [];
  const message =
    length === undefined
      ? l10n.t('"compatibility" must be a text.')
      : l10n.t`"compatibility" has ${length} characters; ${maxCompatibilityLength} are allowed.`;
  return [createSkillDiagnostic(document, field.content, { severity: "error", code: "compatibility", message })];
}

/** The specification requires these types, but the reference validator does not check them. */
function lintMetadata(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field) return [];
  if (!isRecord(field.value)) {
    const message = l10n.t('"metadata" must be a map: one name and text per line, indented.');
    return [createSkillDiagnostic(document, field.content, { severity: "warning", code: "metadata", message })];
  }
  const server = field.value[serverMetadata];
  const isServer = server === undefined || (typeof server === "string" && parseServerReference(server) !== undefined);
  const nested = Object.entries(field.value).filter(([, value]) => typeof value !== "string");
  return [
    ...nested.map(([name]) => {
      const message = l10n.t`"metadata" maps names to texts, but "${name}" is a list or a map: some clients ignore it.`;
      return createSkillDiagnostic(document, field.key, { severity: "information", code: "metadata", message });
    }),
    ...(isServer ? [] : [createServerDiagnostic(document, field)]),
  ];
}

function createServerDiagnostic(document: SkillDocument, metadata: YamlField): SkillDiagnostic {
  const message = l10n.t`"${serverMetadata}" names no version of a server, so the evals fail. Write it like pets@1.2.0.`;
  return createSkillDiagnostic(document, metadata.content, { severity: "warning", code: "metadata-server", message });
}

function lintAllowedTools(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field || typeof field.value === "string") return [];
  const message = l10n.t(
    '"allowed-tools" is one text in the specification, tools separated by spaces: not every client reads a list.',
  );
  return [createSkillDiagnostic(document, field.content, { severity: "warning", code: "allowed-tools", message })];
}

function lintName(
  document: SkillDocument,
  field: YamlField | undefined,
  folder: string | undefined,
): SkillDiagnostic[] {
  if (!field) return [createMissingNameDiagnostic(document, folder)];
  const value = field.value;
  const suggestedName = folder === undefined ? undefined : suggestSkillName(folder);
  const renameFixes = suggestedName === undefined ? [] : [createRenameFix(document, field, suggestedName)];
  if (typeof value !== "string" || isBlankText(value)) {
    const message = l10n.t('"name" must be a text that is not empty.');
    const span = field.content[0] === field.content[1] ? field.key : field.content;
    return [createSkillDiagnostic(document, span, { severity: "error", code: "name", message, fixes: renameFixes })];
  }
  const nearestName = suggestSkillName(value);
  const nameFixes =
    nearestName === undefined || nearestName === normalizeSkillName(value)
      ? renameFixes
      : [createRenameFix(document, field, nearestName)];
  const nameProblems = findNameProblems(value).map((problem) =>
    createSkillDiagnostic(document, field.content, { severity: "error", ...problem, fixes: nameFixes }),
  );
  return [...nameProblems, ...lintFolder(document, field, value, folder)];
}

function lintFolder(
  document: SkillDocument,
  field: YamlField,
  value: string,
  folder: string | undefined,
): SkillDiagnostic[] {
  if (folder === undefined || folder.normalize("NFKC") === normalizeSkillName(value)) return [];
  const suggestedName = suggestSkillName(folder);
  const canRenameSkill = suggestedName !== undefined && suggestedName === folder.normalize("NFKC");
  const advice = canRenameSkill ? l10n.t("Rename one of them.") : l10n.t("Rename the folder.");
  return [
    createSkillDiagnostic(document, field.content, {
      severity: "error",
      code: "name-folder",
      message: l10n.t`The name is "${normalizeSkillName(value)}", but the folder is "${folder}": they must be the same. ${advice}`,
      fixes: canRenameSkill ? [createRenameFix(document, field, suggestedName)] : [],
    }),
  ];
}

function createMissingNameDiagnostic(document: SkillDocument, folder: string | undefined): SkillDiagnostic {
  const name = folder === undefined ? undefined : suggestSkillName(folder);
  const fixes =
    name === undefined
      ? []
      : [{ title: l10n.t`Add "name: ${name}"`, edits: [addField(document, "name", name, undefined)] }];
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "name-missing",
    message: l10n.t('"name" is missing: add the name of the skill\'s folder.'),
    fixes,
  });
}

function createRenameFix(document: SkillDocument, field: YamlField, name: string): SkillFix {
  return { title: l10n.t`Rename to "${name}"`, edits: [replaceFieldValue(document, field, name)] };
}
