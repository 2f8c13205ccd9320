import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { hasKnownName } from "../../../contract/received.ts";
import type { Skill } from "../../../contract/skills.ts";
import { isArchived } from "../../base/archivedState.ts";
import { CommandError } from "../../base/failure.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { type ProjectScope, readProjectFilter } from "../../project/model/selectedProject.ts";
import { openSkillLinks } from "./skillLinks.ts";

/**
 * The hosted skill; undefined when it does not exist (any more). Reads the list, because no operation returns one
 * skill.
 */
export async function findSkillById(
  client: ServiceClient,
  id: string,
  options: { readonly includeArchived?: true } = {},
): Promise<Skill | undefined> {
  const { items } = await client.call("skills.list", { id, limit: 1, ...options });
  return items.find((skill) => skill.id === id);
}

/** Whether it is the draft of a folder that was tested and is not published: no list shows it. */
export function isTestedDraft(skill: Skill): boolean {
  return skill.latestVersion === null && isArchived(skill);
}

/** The hosted skill of a folder: the linked one, which may be the draft of its tests, else the only one with its name. */
export async function findSkillOfFolder(
  app: ProjectScope & { readonly connections: Pick<Connections, "active"> },
  client: ServiceClient,
  folderUri: string,
  name: string,
): Promise<Skill | undefined> {
  const linkedSkillId = openSkillLinks(app.memory, app.connections.scope() ?? "").ofFolder(folderUri);
  const linked =
    linkedSkillId === undefined ? undefined : await findSkillById(client, linkedSkillId, { includeArchived: true });
  if (linked && (!isArchived(linked) || isTestedDraft(linked))) return linked;
  const filter = { limit: 200, ...readProjectFilter(app) };
  const { items } = await client.call("skills.list", { q: name, ...filter });
  const found = items.filter((skill) => skill.name === name);
  if (found.length === 0) {
    const all = await client.call("skills.list", filter);
    const service = app.connections.active()?.name ?? l10n.t("the service");
    if (!all.items.every(hasKnownName))
      throw new CommandError(
        l10n.t`It is not known which skill at ${service} is ${name}: say in the service profile which value is the name of a skill.`,
      );
  }
  // With skills of the same name in several projects, the match is ambiguous.
  return found.length === 1 ? found[0] : undefined;
}
