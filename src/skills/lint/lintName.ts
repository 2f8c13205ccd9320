import type { SkillDiagnostic, SkillFix } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";
import { findNameProblems, isBlankText, normalizeSkillName, suggestSkillName } from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import { addField, replaceFieldValue } from "./frontMatterEdits.ts";

export function lintName(
  document: SkillDocument,
  field: YamlField | undefined,
  folder: string | undefined,
): SkillDiagnostic[] {
  if (!field) return [createMissingNameDiagnostic(document, folder)];
  const value = field.value;
  const suggestedName = folder === undefined ? undefined : suggestSkillName(folder);
  const renameFixes = suggestedName === undefined ? [] : [createRenameFix(document, field, suggestedName)];
  if (typeof value !== "string" || isBlankText(value)) {
    const message = '"name" must be a text that is not empty.';
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
  const advice = canRenameSkill ? "Rename one of them." : "Rename the folder.";
  return [
    createSkillDiagnostic(document, field.content, {
      severity: "error",
      code: "name-folder",
      message: `The name is "${normalizeSkillName(value)}", but the folder is "${folder}": they must be the same. ${advice}`,
      fixes: canRenameSkill ? [createRenameFix(document, field, suggestedName)] : [],
    }),
  ];
}

function createMissingNameDiagnostic(document: SkillDocument, folder: string | undefined): SkillDiagnostic {
  const suggestedName = folder === undefined ? undefined : suggestSkillName(folder);
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "name-missing",
    message: '"name" is missing: add the name of the skill\'s folder.',
    fixes:
      suggestedName === undefined
        ? []
        : [{ title: `Add "name: ${suggestedName}"`, edits: [addField(document, "name", suggestedName, undefined)] }],
  });
}

function createRenameFix(document: SkillDocument, field: YamlField, name: string): SkillFix {
  return { title: `Rename to "${name}"`, edits: [replaceFieldValue(document, field, name)] };
}
