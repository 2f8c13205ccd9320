import { countCharacters } from "../text/countCharacters.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { isRecord } from "../text/record.ts";
import { readSkillDocument } from "./skillDocument.ts";
import { findSkillFile } from "./skillFile.ts";
import { findNameProblems, isBlankText, normalizeSkillName } from "./skillNameRules.ts";
import type { YamlField } from "./yamlFields.ts";

/** The properties of a skill that decide how clients load it. */
export interface PortabilityFacts {
  /** undefined if there is none. Clients find `skill.md` only on file systems that ignore case. */
  readonly file: string | undefined;
  /** Whether the file begins with a line of hyphens and has a second such line. */
  readonly frontMatter: boolean;
  readonly byteOrderMark: boolean;
  /** `colon`: broken by nothing but texts without quotes that have a colon. */
  readonly yaml: "valid" | "duplicate fields" | "colon" | "broken";
  readonly name: FieldFacts;
  readonly description: FieldFacts;
  readonly folder: string | undefined;
  /** Fields that change a client's behavior; others (`license`, `metadata`) only inform. */
  readonly behaviorFields: readonly string[];
  readonly metadata: "map" | "other" | "none";
  readonly shortDescription: string;
}

interface FieldFacts {
  /** Empty if the field is absent or blank. */
  readonly text: string;
  readonly length: number;
  /** For YAML, `123`, `true` and lists are not texts. */
  readonly isText: boolean;
  readonly problems: readonly string[];
}

const informationalFields = ["name", "description", "license", "compatibility", "metadata"];

export function readPortabilityFacts(
  files: readonly FileContent[],
  folder: string | undefined,
): PortabilityFacts | undefined {
  const file = findSkillFile(files);
  if (!file) return undefined;
  const { text, frontMatter, byteOrderMark, yaml } = readSkillDocument(file);
  const field = (name: string) => yaml.fields.find((one) => one.name === name);
  const codes = yaml.findings.map(({ code }) => code);
  const metadata = field("metadata")?.value;
  const shortDescription = isRecord(metadata) ? metadata["short-description"] : "";
  return {
    file: file.path,
    frontMatter: frontMatter.kind === "closed" && frontMatter.ownLines,
    byteOrderMark,
    yaml: codes.some((code) => brokenYamlCodes.has(code))
      ? "broken"
      : codes.includes("colon")
        ? "colon"
        : codes.includes("duplicate-field")
          ? "duplicate fields"
          : "valid",
    name: readFieldFacts(text, field("name"), (value) => findNameProblems(value).map(({ message }) => message)),
    description: readFieldFacts(text, field("description"), () => []),
    folder,
    behaviorFields: yaml.fields.map(({ name }) => name).filter((name) => !informationalFields.includes(name)),
    metadata: metadata === undefined || metadata === "" ? "none" : isRecord(metadata) ? "map" : "other",
    shortDescription: typeof shortDescription === "string" ? shortDescription : "",
  };
}

const brokenYamlCodes = new Set(["yaml", "not-a-map", "control-character"]);

function readFieldFacts(
  text: string,
  field: YamlField | undefined,
  findProblems: (value: string) => string[],
): FieldFacts {
  if (!field || (typeof field.value === "string" && isBlankText(field.value))) {
    return { text: "", length: 0, isText: true, problems: [] };
  }
  const raw = text.slice(...field.content);
  const value = typeof field.value === "string" ? field.value.trim() : "";
  const isText =
    typeof field.value === "string" && !/^(?:true|false|null|~|[-+]?(?:\d[\d_]*)?\.?\d+(?:e[-+]?\d+)?)$/i.test(raw);
  return { text: value, length: countCharacters(value.replaceAll(/\s+/g, " ")), isText, problems: findProblems(value) };
}

/** True also if the folder is not known. */
export function isNamedAsFolder({ name, folder }: PortabilityFacts): boolean {
  return folder === undefined || name.text === "" || folder.normalize("NFKC") === normalizeSkillName(name.text);
}
