import { isRecord } from "../text/record.ts";
import type { SkillFile } from "./skill.ts";
import { readSkillDocument } from "./skillDocument.ts";
import { findSkillFile } from "./skillFile.ts";
import { countCharacters, findNameProblems, isBlankText, normalizeSkillName } from "./skillNameRules.ts";
import type { YamlField } from "./yamlFields.ts";

/** What clients decide by. */
export interface PortabilityFacts {
  /** undefined: there is none; `skill.md` is only found where the file system takes it for `SKILL.md`. */
  readonly file: string | undefined;
  /** Whether the file begins with a line of hyphens and has a second one. */
  readonly frontMatter: boolean;
  readonly byteOrderMark: boolean;
  readonly yaml: "sound" | "duplicate fields" | "broken";
  readonly name: FieldFacts;
  readonly description: FieldFacts;
  readonly folder: string | undefined;
  /** Fields that ask for something to be done; others (`license`, `metadata`) only inform. */
  readonly acting: readonly string[];
  readonly metadata: "map" | "other" | "none";
  readonly shortDescription: string;
}

interface FieldFacts {
  /** Empty where nothing is said. */
  readonly text: string;
  readonly length: number;
  /** YAML takes `123`, `true` and lists for something other than a text. */
  readonly isText: boolean;
  readonly problems: readonly string[];
}

const informing = ["name", "description", "license", "compatibility", "metadata"];

export function readPortabilityFacts(
  files: readonly SkillFile[],
  folder: string | undefined,
): PortabilityFacts | undefined {
  const file = findSkillFile(files);
  if (!file) return undefined;
  const { text, frontMatter, byteOrderMark, yaml } = readSkillDocument(file);
  const field = (name: string) => yaml.fields.find((one) => one.name === name);
  const codes = yaml.findings.map(({ code }) => code);
  const metadata = field("metadata")?.value;
  const short = isRecord(metadata) ? metadata["short-description"] : "";
  return {
    file: file.path,
    frontMatter: frontMatter.kind === "closed" && frontMatter.ownLines,
    byteOrderMark,
    yaml: codes.some((code) => broken.has(code))
      ? "broken"
      : codes.includes("duplicate-field")
        ? "duplicate fields"
        : "sound",
    name: fieldFacts(text, field("name"), (said) => findNameProblems(said).map(({ message }) => message)),
    description: fieldFacts(text, field("description"), () => []),
    folder,
    acting: yaml.fields.map(({ name }) => name).filter((name) => !informing.includes(name)),
    metadata: metadata === undefined || metadata === "" ? "none" : isRecord(metadata) ? "map" : "other",
    shortDescription: typeof short === "string" ? short : "",
  };
}

const broken = new Set(["yaml", "not-a-map", "control-character"]);

function fieldFacts(text: string, field: YamlField | undefined, problemsOf: (said: string) => string[]): FieldFacts {
  if (!field || (typeof field.value === "string" && isBlankText(field.value))) {
    return { text: "", length: 0, isText: true, problems: [] };
  }
  const raw = text.slice(...field.content);
  const said = typeof field.value === "string" ? field.value.trim() : "";
  const isText =
    typeof field.value === "string" && !/^(?:true|false|null|~|[-+]?(?:\d[\d_]*)?\.?\d+(?:e[-+]?\d+)?)$/i.test(raw);
  return { text: said, length: countCharacters(said.replaceAll(/\s+/g, " ")), isText, problems: problemsOf(said) };
}

/** Whether the name is the folder's; where the folder is not known, nobody can tell. */
export function isNamedAsFolder({ name, folder }: PortabilityFacts): boolean {
  return folder === undefined || name.text === "" || folder.normalize("NFKC") === normalizeSkillName(name.text);
}
