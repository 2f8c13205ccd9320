import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";
import { countCharacters, isBlankText, maxDescriptionLength } from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import { addField, replaceFieldValue } from "./frontMatterEdits.ts";

/** Words with which a description states when to use the skill. */
const whenWords =
  /\b(?:when|whenever|if|before|after|while|for (?:any|all|every)|trigger|invoke|use (?:this|it|for|to)|used (?:for|to|by))\b/i;
const minimumLength = 20;

export function lintDescription(
  document: SkillDocument,
  field: YamlField | undefined,
  name: YamlField | undefined,
): SkillDiagnostic[] {
  if (!field) return [createMissingDescriptionDiagnostic(document, name)];
  const value = field.value;
  if (typeof value !== "string" || isBlankText(value)) {
    const message = '"description" must be a text that is not empty.';
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
      message: `The description has ${length} characters; ${maxDescriptionLength} are allowed.`,
      fixes: [
        {
          title: `Cut after the last whole word within ${maxDescriptionLength} characters`,
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
  const message =
    "The description should say what the skill does and when to use it: agents select skills only by their descriptions.";
  return [
    createSkillDiagnostic(document, field.content, { severity: "information", code: "description-when", message }),
  ];
}

function createMissingDescriptionDiagnostic(document: SkillDocument, name: YamlField | undefined): SkillDiagnostic {
  const template = "What it does. Use when ...";
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "description-missing",
    message: '"description" is missing: say what the skill does and when to use it.',
    fixes: [{ title: 'Add "description"', edits: [addField(document, "description", template, name)] }],
  });
}
