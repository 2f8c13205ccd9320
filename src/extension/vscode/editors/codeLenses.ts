import { CodeLens, Position, Range, type TextDocument, type Uri } from "vscode";
import { checkPortability } from "../../../skills/checkPortability.ts";
import { readServerCases } from "../../../testcases/readServerCases.ts";
import { readSkillCases } from "../../../testcases/readSkillCases.ts";
import {
  type CodeLensItem,
  listServerCaseLenses,
  listSkillCaseLenses,
  listSkillLenses,
} from "../../documents/model/codeLenses.ts";
import { isSkillFile } from "../../skill/model/skillPart.ts";
import type { OpenSkillPart } from "./openSkills.ts";

/** The lenses above a `SKILL.md`, or above the cases in a file of a skill. */
export async function toSkillCodeLenses({ uri }: TextDocument, { skill, path }: OpenSkillPart): Promise<CodeLens[]> {
  const { files } = await skill.readSnapshot();
  if (!files.some((file) => isSkillFile(file.path))) return [];
  const lenses = isSkillFile(path)
    ? listSkillLenses(checkPortability(files, skill.name))
    : listSkillCaseLenses(readSkillCases(files), path);
  return lenses.map((lens) => toCodeLens(uri, lens));
}

/** The lenses above the cases in a case file of a server. */
export function toServerCaseCodeLenses(document: TextDocument): CodeLens[] {
  const { cases } = readServerCases(document.getText());
  return listServerCaseLenses(cases).map((lens) => toCodeLens(document.uri, lens));
}

export function toCodeLens(uri: Uri, { line, title, command, caseId }: CodeLensItem): CodeLens {
  const position = new Position(line - 1, 0);
  const commandArguments = caseId === undefined ? [uri] : [uri, caseId];
  return new CodeLens(new Range(position, position), { title, command, arguments: commandArguments });
}
