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
  if (!field) return [missing(document, folder)];
  const said = field.value;
  const proposed = folder === undefined ? undefined : suggestSkillName(folder);
  const rename = proposed === undefined ? [] : [nameIt(document, field, proposed)];
  if (typeof said !== "string" || isBlankText(said)) {
    const message = '"name" must be a text that is not empty.';
    const span = field.content[0] === field.content[1] ? field.key : field.content;
    return [createSkillDiagnostic(document, span, { severity: "error", code: "name", message, fixes: rename })];
  }
  const nearest = suggestSkillName(said);
  const repair =
    nearest === undefined || nearest === normalizeSkillName(said) ? rename : [nameIt(document, field, nearest)];
  const wrong = findNameProblems(said).map((problem) =>
    createSkillDiagnostic(document, field.content, { severity: "error", ...problem, fixes: repair }),
  );
  return [...wrong, ...lintFolder(document, field, said, folder)];
}

function lintFolder(
  document: SkillDocument,
  field: YamlField,
  said: string,
  folder: string | undefined,
): SkillDiagnostic[] {
  if (folder === undefined || folder.normalize("NFKC") === normalizeSkillName(said)) return [];
  const proposed = suggestSkillName(folder);
  const isPossible = proposed !== undefined && proposed === folder.normalize("NFKC");
  const how = isPossible ? "Rename one of them." : "Rename the folder.";
  return [
    createSkillDiagnostic(document, field.content, {
      severity: "error",
      code: "name-folder",
      message: `The name is "${normalizeSkillName(said)}", but the folder is "${folder}": they must be the same. ${how}`,
      fixes: isPossible ? [nameIt(document, field, proposed)] : [],
    }),
  ];
}

function missing(document: SkillDocument, folder: string | undefined): SkillDiagnostic {
  const proposed = folder === undefined ? undefined : suggestSkillName(folder);
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "name-missing",
    message: '"name" is missing: write the name of the skill\'s folder.',
    fixes:
      proposed === undefined
        ? []
        : [{ title: `Add "name: ${proposed}"`, edits: [addField(document, "name", proposed, undefined)] }],
  });
}

function nameIt(document: SkillDocument, field: YamlField, name: string): SkillFix {
  return { title: `Name it "${name}"`, edits: [replaceFieldValue(document, field, name)] };
}
