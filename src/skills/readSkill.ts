import type { FileContent } from "../text/files/fileContent.ts";
import { isRecord } from "../text/record.ts";
import type { ParsedSkill } from "./skill.ts";
import { readSkillDocument } from "./skillDocument.ts";
import { findSkillFile } from "./skillFile.ts";
import type { YamlField } from "./yamlFields.ts";

/** Reads a skill from its files, even if it has problems. Returns undefined if there is no `SKILL.md`. */
export function readSkill(files: readonly FileContent[]): ParsedSkill | undefined {
  const file = findSkillFile(files);
  if (!file) return undefined;
  const { yaml } = readSkillDocument(file);
  const fields = new Map(yaml.fields.map((field) => [field.name, field]));
  const readText = (name: string) => getText(fields.get(name));
  const metadata = fields.get("metadata")?.value;
  return {
    name: readText("name"),
    description: readText("description"),
    license: readText("license"),
    compatibility: readText("compatibility"),
    metadata: isRecord(metadata) ? metadata : {},
    allowedTools: readTools(fields.get("allowed-tools")?.value),
    frontMatter: Object.fromEntries(yaml.fields.map(({ name, value }) => [name, value])),
  };
}

function getText(field: YamlField | undefined): string | undefined {
  const text = typeof field?.value === "string" ? field.value.trim() : "";
  return text === "" ? undefined : text;
}

/** Reads a list, or one text with tools separated by spaces or by commas outside of parentheses. */
function readTools(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  if (typeof value !== "string") return [];
  return value.match(/[^\s,(]+(?:\([^)]*\)?)?/g) ?? [];
}
