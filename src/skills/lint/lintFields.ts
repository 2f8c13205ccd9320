import { isRecord } from "../../text/record.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import { countCharacters, maxCompatibilityLength } from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import { isFrontMatterEditable, moveFieldToMetadata, removeField } from "./frontMatterEdits.ts";
import { lintDescription } from "./lintDescription.ts";
import { lintName } from "./lintName.ts";

/** https://agentskills.io/specification#frontmatter */
const fieldsOfSpecification = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/** What the fields say, by the rules of the specification as the reference validator applies them. */
export function lintFields(document: SkillDocument, folder: string | undefined): SkillDiagnostic[] {
  const { fields } = document.referenceYaml;
  const field = (name: string) => fields.find((one) => one.name === name);
  const problems = [
    ...lintName(document, field("name"), folder),
    ...lintDescription(document, field("description"), field("name")),
    ...lintCompatibility(document, field("compatibility")),
    ...lintMetadata(document, field("metadata")),
    ...lintAllowedTools(document, field("allowed-tools")),
    ...fields.flatMap((one) => lintUnknown(document, one, field("metadata"))),
  ];
  return isFrontMatterEditable(document) ? problems : problems.map((problem) => ({ ...problem, fixes: [] }));
}

function lintUnknown(document: SkillDocument, field: YamlField, metadata: YamlField | undefined): SkillDiagnostic[] {
  if (fieldsOfSpecification.includes(field.name)) return [];
  const moved = moveFieldToMetadata(document, field, metadata);
  const finding: SkillFinding = {
    severity: "error",
    code: "unknown-field",
    message: `"${field.name}" is not a field of the specification, which has ${fieldsOfSpecification.join(", ")}. Fields of your own belong under "metadata".`,
    fixes: [
      ...(moved ? [{ title: `Move "${field.name}" under "metadata"`, edits: moved }] : []),
      { title: `Remove "${field.name}"`, edits: [removeField(document, field)] },
    ],
  };
  return [createSkillDiagnostic(document, field.key, finding)];
}

function lintCompatibility(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field) return [];
  if (typeof field.value !== "string") {
    return [
      createSkillDiagnostic(document, field.content, {
        severity: "error",
        code: "compatibility",
        message: '"compatibility" must be a text.',
      }),
    ];
  }
  const length = countCharacters(field.value);
  if (length <= maxCompatibilityLength) return [];
  const message = `"compatibility" has ${length} characters; ${maxCompatibilityLength} are allowed.`;
  return [createSkillDiagnostic(document, field.content, { severity: "error", code: "compatibility", message })];
}

/** The reference validator lets these pass; the specification says what they are. */
function lintMetadata(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field) return [];
  if (!isRecord(field.value)) {
    const message = '"metadata" must be a map: names and texts, one a line, indented.';
    return [createSkillDiagnostic(document, field.content, { severity: "warning", code: "metadata", message })];
  }
  const nested = Object.entries(field.value).filter(([, value]) => typeof value !== "string");
  return nested.map(([name]) => {
    const message = `"metadata" maps names to texts, but "${name}" is a list or a map: some clients leave it out.`;
    return createSkillDiagnostic(document, field.key, { severity: "information", code: "metadata", message });
  });
}

function lintAllowedTools(document: SkillDocument, field: YamlField | undefined): SkillDiagnostic[] {
  if (!field || typeof field.value === "string") return [];
  const message =
    '"allowed-tools" is one text in the specification, tools separated by spaces: not every client reads a list.';
  return [createSkillDiagnostic(document, field.content, { severity: "warning", code: "allowed-tools", message })];
}
