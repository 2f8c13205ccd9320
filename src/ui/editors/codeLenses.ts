import { CodeLens, Position, Range, type TextDocument, type Uri } from "vscode";
import { type Lens, serverCaseLenses, skillCaseLenses, skillLenses } from "../../core/documents/codeLenses.ts";
import { isSkillFile } from "../../core/skill/skillPart.ts";
import { portability } from "../../skills/checkPortability.ts";
import { readServerCases } from "../../testcases/readServerCases.ts";
import { skillCases } from "../../testcases/readSkillCases.ts";
import type { OpenPart } from "./openSkills.ts";

/** Above a `SKILL.md`, or above the cases in a file of a skill. */
export async function lensesOfSkill({ uri }: TextDocument, { skill, path }: OpenPart): Promise<CodeLens[]> {
  const { files } = await skill.look();
  if (!files.some((file) => isSkillFile(file.path))) return [];
  const lenses = isSkillFile(path)
    ? skillLenses(portability(files, skill.name))
    : skillCaseLenses(skillCases(files), path);
  return lenses.map((lens) => toCodeLens(uri, lens));
}

/** Above the cases in a server's case file. */
export function lensesOfServerCases(document: TextDocument): CodeLens[] {
  const { cases } = readServerCases(document.getText());
  return serverCaseLenses(cases).map((lens) => toCodeLens(document.uri, lens));
}

export function toCodeLens(uri: Uri, { line, title, command, caseId }: Lens): CodeLens {
  const place = new Position(line - 1, 0);
  const given = caseId === undefined ? [uri] : [uri, caseId];
  return new CodeLens(new Range(place, place), { title, command, arguments: given });
}
