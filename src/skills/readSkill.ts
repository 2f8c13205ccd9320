import { isRecord } from "../text/record.ts";
import type { ParsedSkill, SkillFile } from "./skill.ts";
import { readSkillDocument } from "./skillDocument.ts";
import { findSkillFile } from "./skillFile.ts";
import type { YamlField } from "./yamlFields.ts";

/** What the files say of their skill, however wrong it is. undefined: there is no `SKILL.md`. */
export function readSkill(files: readonly SkillFile[]): ParsedSkill | undefined {
  const file = findSkillFile(files);
  if (!file) return undefined;
  const { text, frontMatter, yaml } = readSkillDocument(file);
  const fields = new Map(yaml.fields.map((field) => [field.name, field]));
  const said = (name: string) => textIn(fields.get(name));
  const metadata = fields.get("metadata")?.value;
  return {
    name: said("name"),
    description: said("description"),
    license: said("license"),
    compatibility: said("compatibility"),
    metadata: isRecord(metadata) ? metadata : {},
    allowedTools: toolsIn(fields.get("allowed-tools")?.value),
    frontMatter: Object.fromEntries(yaml.fields.map(({ name, value }) => [name, value])),
    instructions: (frontMatter.kind === "closed" ? text.slice(frontMatter.body) : text).trim(),
  };
}

function textIn(field: YamlField | undefined): string | undefined {
  const text = typeof field?.value === "string" ? field.value.trim() : "";
  return text === "" ? undefined : text;
}

/** Tools in one text, separated by spaces or commas that stand outside of parentheses, or in a list. */
function toolsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  if (typeof value !== "string") return [];
  return value.match(/[^\s,(]+(?:\([^)]*\)?)?/g) ?? [];
}
