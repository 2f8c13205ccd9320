import { isRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";

const frontMatter = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/;

/** The name and the description of a skill that is published: the contract reads them from its `SKILL.md`, other services ask for them. */
export function readSkillNames({ name, input }: DialectCall): Readonly<Record<string, string>> {
  if ((name !== "skills.create" && name !== "skill.update") || !Array.isArray(input.files)) return {};
  const file = input.files.find((one) => isRecord(one) && one.path === "SKILL.md");
  const [, yaml = ""] = isRecord(file) ? (frontMatter.exec(decode(file)) ?? []) : [];
  const lines = ["name", "description"].flatMap((field): [string, string][] => {
    const [, value] = new RegExp(`^${field}:[ \\t]*(?!["'|>&*!{[])(\\S.*)$`, "m").exec(yaml) ?? [];
    const [, quoted] = new RegExp(`^${field}:[ \\t]*(["'])(.*)\\1[ \\t]*$`, "m").exec(yaml)?.slice(1) ?? [];
    const text = quoted ?? value?.trimEnd();
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries(lines);
}

function decode(file: Readonly<Record<string, unknown>>): string {
  const content = typeof file.content === "string" ? file.content : "";
  return file.encoding === "base64" ? Buffer.from(content, "base64").toString("utf8") : content;
}
