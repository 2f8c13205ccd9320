import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { encodeFile } from "../../../client/files/encodeFile.ts";
import type { Skill } from "../../../contract/skills.ts";
import { readSkillDocument } from "../../../skills/skillDocument.ts";
import { findSkillFile } from "../../../skills/skillFile.ts";
import { findNameProblems } from "../../../skills/skillNameRules.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { CommandError } from "../../base/failure.ts";
import { codeFile } from "../../registry/model/versionFiles.ts";

/** Renames a hosted skill by a new version, because the name of a skill is in its SKILL.md. */
export async function renameSkill(client: ServiceClient, skill: Skill, name: string): Promise<void> {
  const { id, artifactId } = skill;
  if (!artifactId)
    throw new CommandError(
      l10n.t`${skill.name} is a draft without published files. Change the name in its SKILL.md and publish it.`,
    );
  const { files = [] } = await client.call("registry.artifact", { id: artifactId });
  const renamed = replaceSkillName(
    files.flatMap((file) => codeFile(file) ?? []),
    skill.name,
    name,
  );
  await client.call("skill.update", { id, files: renamed.map(encodeFile), notes: `Renamed to ${name}.` });
}

/** The files with another name in the front matter; all else stays as it is. */
export function replaceSkillName(files: readonly FileContent[], before: string, name: string): readonly FileContent[] {
  const file = findSkillFile(files);
  const document = file && readSkillDocument(file);
  const field = document?.yaml.fields.find((one) => one.name === "name");
  if (!file || !document?.validUtf8 || !field)
    throw new CommandError(l10n.t`The SKILL.md of ${before} does not say its name. Correct it and publish it.`);
  const [start, end] = field.content;
  const text = `${document.byteOrderMark ? "\uFEFF" : ""}${document.text.slice(0, start)}${start === end ? " " : ""}${name}${document.text.slice(end)}`;
  return files.map((one) => (one === file ? { path: file.path, bytes: Buffer.from(text) } : one));
}

export function findSkillNameProblem(name: string): string | undefined {
  return name === "" ? l10n.t("Enter a name.") : findNameProblems(name)[0]?.message;
}
