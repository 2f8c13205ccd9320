import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument } from "../skillDocument.ts";
import { countCharacters, isBlankText, maxDescriptionLength } from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import { addField, replaceFieldValue } from "./frontMatterEdits.ts";

/** Words by which a description says when a skill is of use, not only what it does. */
const when =
  /\b(?:when|whenever|if|before|after|while|for (?:any|all|every)|trigger|invoke|use (?:this|it|for|to)|used (?:for|to|by))\b/i;
const shortest = 20;

export function lintDescription(
  document: SkillDocument,
  field: YamlField | undefined,
  name: YamlField | undefined,
): SkillDiagnostic[] {
  if (!field) return [missing(document, name)];
  const said = field.value;
  if (typeof said !== "string" || isBlankText(said)) {
    const message = '"description" must be a text that is not empty.';
    const span = field.content[0] === field.content[1] ? field.key : field.content;
    return [createSkillDiagnostic(document, span, { severity: "error", code: "description", message })];
  }
  return [...lintLength(document, field, said), ...lintSense(document, field, said)];
}

function lintLength(document: SkillDocument, field: YamlField, said: string): SkillDiagnostic[] {
  const length = countCharacters(said);
  if (length <= maxDescriptionLength) return [];
  const cut = shortened(said);
  return [
    createSkillDiagnostic(document, field.content, {
      severity: "error",
      code: "description-length",
      message: `The description has ${length} characters; ${maxDescriptionLength} are allowed.`,
      fixes: [
        {
          title: `Cut after the last whole word within ${maxDescriptionLength} characters`,
          edits: [replaceFieldValue(document, field, cut)],
        },
      ],
    }),
  ];
}

function shortened(said: string): string {
  const start = [...said.trim()].slice(0, maxDescriptionLength).join("");
  const space = start.search(/\s\S*$/);
  return space > 0 ? start.slice(0, space).trimEnd() : start;
}

function lintSense(document: SkillDocument, field: YamlField, said: string): SkillDiagnostic[] {
  // Other scripts say it in words that are not known here.
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(said);
  if (!isLatin || (when.test(said) && said.trim().length >= shortest)) return [];
  const message = "The description should say what the skill does and when to use it: agents choose by it alone.";
  return [
    createSkillDiagnostic(document, field.content, { severity: "information", code: "description-when", message }),
  ];
}

function missing(document: SkillDocument, name: YamlField | undefined): SkillDiagnostic {
  const proposed = "What it does. Use when ...";
  return createSkillDiagnostic(document, [0, 3], {
    severity: "error",
    code: "description-missing",
    message: '"description" is missing: say what the skill does and when to use it.',
    fixes: [{ title: 'Add "description"', edits: [addField(document, "description", proposed, name)] }],
  });
}
