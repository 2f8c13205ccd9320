import { isRecord } from "../../text/record.ts";
import type { Problem } from "../skill.ts";
import { type Finding, problemAt, type SkillDocument } from "../skillDocument.ts";
import { lengthOf, longestCompatibility } from "../skillNameRules.ts";
import type { Field } from "../yamlFields.ts";
import { isEditable, moveToMetadata, removeField } from "./frontMatterEdits.ts";
import { lintDescription } from "./lintDescription.ts";
import { lintName } from "./lintName.ts";

/** https://agentskills.io/specification#frontmatter */
const fieldsOfSpecification = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/** What the fields say, by the rules of the specification as the reference validator applies them. */
export function lintFields(document: SkillDocument, folder: string | undefined): Problem[] {
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
  return isEditable(document) ? problems : problems.map((problem) => ({ ...problem, fixes: [] }));
}

function lintUnknown(document: SkillDocument, field: Field, metadata: Field | undefined): Problem[] {
  if (fieldsOfSpecification.includes(field.name)) return [];
  const moved = moveToMetadata(document, field, metadata);
  const finding: Finding = {
    severity: "error",
    code: "unknown-field",
    message: `"${field.name}" is not a field of the specification, which has ${fieldsOfSpecification.join(", ")}. Fields of your own belong under "metadata".`,
    fixes: [
      ...(moved ? [{ title: `Move "${field.name}" under "metadata"`, edits: moved }] : []),
      { title: `Remove "${field.name}"`, edits: [removeField(document, field)] },
    ],
  };
  return [problemAt(document, field.key, finding)];
}

function lintCompatibility(document: SkillDocument, field: Field | undefined): Problem[] {
  if (!field) return [];
  if (typeof field.value !== "string") {
    return [
      problemAt(document, field.content, {
        severity: "error",
        code: "compatibility",
        message: '"compatibility" must be a text.',
      }),
    ];
  }
  const length = lengthOf(field.value);
  if (length <= longestCompatibility) return [];
  const message = `"compatibility" has ${length} characters; ${longestCompatibility} are allowed.`;
  return [problemAt(document, field.content, { severity: "error", code: "compatibility", message })];
}

/** The reference validator lets these pass; the specification says what they are. */
function lintMetadata(document: SkillDocument, field: Field | undefined): Problem[] {
  if (!field) return [];
  if (!isRecord(field.value)) {
    const message = '"metadata" must be a map: names and texts, one a line, indented.';
    return [problemAt(document, field.content, { severity: "warning", code: "metadata", message })];
  }
  const nested = Object.entries(field.value).filter(([, value]) => typeof value !== "string");
  return nested.map(([name]) => {
    const message = `"metadata" maps names to texts, but "${name}" is a list or a map: some clients leave it out.`;
    return problemAt(document, field.key, { severity: "information", code: "metadata", message });
  });
}

function lintAllowedTools(document: SkillDocument, field: Field | undefined): Problem[] {
  if (!field || typeof field.value === "string") return [];
  const message =
    '"allowed-tools" is one text in the specification, tools separated by spaces: not every client reads a list.';
  return [problemAt(document, field.content, { severity: "warning", code: "allowed-tools", message })];
}
