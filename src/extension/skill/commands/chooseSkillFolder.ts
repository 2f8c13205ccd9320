import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findSkillFolder } from "../model/skillPart.ts";

/**
 * The URI of a skill's folder: of the resource, of the active editor, or of one the user picks. undefined: cancelled,
 * or there is none.
 */
export async function chooseSkillFolder(
  app: EditorServices,
  { resource }: Pick<CommandTarget, "resource">,
  question: { readonly title: string; readonly placeholder: string },
): Promise<string | undefined> {
  if (resource !== undefined) return findSkillFolder(resource) ?? resource;
  const active = app.documents.active();
  const folder = active && findSkillFolder(active.uri);
  if (folder !== undefined) return folder;
  const found = await app.documents.findSkills();
  if (found.length === 0) {
    const write = () => app.run("fairlead.skill.create");
    return showMessage(
      app,
      "info",
      l10n.t("There is no SKILL.md in this workspace. Open a folder with one, or write one first."),
      {
        [l10n.t("New Skill")]: write,
      },
    );
  }
  const choices = found.map(({ uri, label }) => ({
    label: readDocumentName(uri),
    description: label,
    icon: "mortar-board",
    value: uri,
  }));
  const chosen = await app.prompts.pick({ ...question, choices });
  return chosen === promptBack ? undefined : chosen;
}
