import { isRecord } from "../../text/record.ts";
import type { SkillDiagnostic } from "../skill.ts";
import { createSkillDiagnostic, type SkillDocument, type SkillFinding } from "../skillDocument.ts";
import { countCharacters, maxCompatibilityLength } from "../skillNameRules.ts";
import type { YamlField } from "../yamlFields.ts";
import { isFrontMatterEditable, moveFieldToMetadata, removeField } from "./frontMatterEdits.ts";
import { lintDescription } from "./lintDescription.ts";
import { lintName } from "./lintName.ts";

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

function lintUnknown(
  document: SkillDocument,
  findField: YamlField,
  metadata: YamlField | undefined,
): SkillDiagnostic[] {
  if (specificationFields.includes(findField.name)) return [];
  const moveEdits = moveFieldToMetadata(document, findField, metadata);
  const finding: SkillFinding = {
    severity: "error",
    code: "unknown-field",
    message: `"${findField.name}" is not a field of the specification, which has ${specificationFields.join(", ")}. Fields of your own belong under "metadata".`,
    fixes: [
      ...(moveEdits ? [{ title: `Move "${findField.name}" under "metadata"`, edits: moveEdits }] : []),
      { title: `Remove "${findField.name}"`, edits: [removeField(document, findField)] },
    ],
  };
  return [createSkillDiagnostic(document, findField.key, finding)];
}

function lintCompatibility(document: SkillDocument, findField: YamlField | undefined): SkillDiagnostic[] {
  if (!findField) return [];
  if (typeof findField.value !== "string") {
    return [
      createSkillDiagnostic(document, findField.content, {
        severity: "error",
        code: "compatibility",
        message: '"compatibility" must be a text.',
      }),
    ];
  }
  const length = countCharacters(findField.value);
  if (length <= maxCompatibilityLength) return [];
  const message = `"compatibility" has ${length} characters; ${maxCompatibilityLength} are allowed.`;
  return [createSkillDiagnostic(document, findField.content, { severity: "error", code: "compatibility", message })];
}

/** The specification requires these types, but the reference validator does not check them. */
function lintMetadata(document: SkillDocument, findField: YamlField | undefined): SkillDiagnostic[] {
  if (!findField) return [];
  if (!isRecord(findField.value)) {
    const message = '"metadata" must be a map: one name and text per line, indented.';
    return [createSkillDiagnostic(document, findField.content, { severity: "warning", code: "metadata", message })];
  }
  const nested = Object.entries(findField.value).filter(([, value]) => typeof value !== "string");
  return nested.map(([name]) => {
    const message = `"metadata" maps names to texts, but "${name}" is a list or a map: some clients ignore it.`;
    return createSkillDiagnostic(document, findField.key, { severity: "information", code: "metadata", message });
  });
}

function lintAllowedTools(document: SkillDocument, findField: YamlField | undefined): SkillDiagnostic[] {
  if (!findField || typeof findField.value === "string") return [];
  const message =
    '"allowed-tools" is one text in the specification, tools separated by spaces: not every client reads a list.';
  return [createSkillDiagnostic(document, findField.content, { severity: "warning", code: "allowed-tools", message })];
}
