import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { type ProjectScope, readProjectFilter } from "../../project/model/selectedProject.ts";
import { openSkillLinks } from "./skillLinks.ts";

/**
 * The hosted skill; undefined when it does not exist (any more). Reads the list, because no operation returns one
 * skill.
 */
export async function findSkillById(client: ServiceClient, id: string): Promise<Skill | undefined> {
  const { items } = await client.call("skills.list", { id, limit: 1 });
  return items.find((skill) => skill.id === id);
}

/** The hosted skill of a folder: the linked one, else the only one with its name. */
export async function findSkillOfFolder(
  app: ProjectScope,
  client: ServiceClient,
  folderUri: string,
  name: string,
): Promise<Skill | undefined> {
  const linkedSkillId = openSkillLinks(app.memory, app.connections.scope() ?? "").ofFolder(folderUri);
  const remembered = linkedSkillId === undefined ? undefined : await findSkillById(client, linkedSkillId);
  if (remembered) return remembered;
  const { items } = await client.call("skills.list", { q: name, limit: 200, ...readProjectFilter(app) });
  const found = items.filter((skill) => skill.name === name);
  // With skills of the same name in several projects, the match is ambiguous.
  return found.length === 1 ? found[0] : undefined;
}
