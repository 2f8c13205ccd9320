import { pathProblems } from "../../contract/filePaths.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { problemWords } from "../../core/skill/formatSkill.ts";
import { lintSkill } from "../../skills/lint/lintSkill.ts";
import type { SkillFile } from "../../skills/skill.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";

/** Whether a folder can be published; says why not, and shows where. */
export async function isPublishable(app: App, folder: string, files: readonly SkillFile[]): Promise<boolean> {
  const name = documentName(folder);
  const [bad] = pathProblems(files.map(({ path }) => path));
  if (bad) {
    say(app, "error", `${name} cannot be published because of its file "${bad.path}". ${bad.message}`);
    return false;
  }
  const errors = lintSkill(files, name).filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first) return true;
  const isThere = files.some(({ path }) => path === first.path);
  const show = async () => {
    await app.documents.show(`${folder}/${first.path}`, { preview: false, line: first.line - 1 });
    await app.documents.showProblems();
  };
  const message = `${name} cannot be published: ${problemWords(errors)}. ${first.message}`;
  say(app, "error", message, isThere ? { "Show Problems": show } : {});
  return false;
}
