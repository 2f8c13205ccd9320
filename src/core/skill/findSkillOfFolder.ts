import type { ServiceClient } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { type ProjectScope, readProjectFilter } from "../project/selectedProject.ts";
import { openSkillLinks } from "./skillLinks.ts";

/** A skill as the service has it now; undefined where there is none (any more). There is no operation for one alone. */
export async function findSkillById(client: ServiceClient, id: string): Promise<Skill | undefined> {
  const { items } = await client.call("skills.list", { id, limit: 1 });
  return items.find((skill) => skill.id === id);
}

/** The hosted skill a folder is the source of: the remembered one, else the one of this name. */
export async function findSkillOfFolder(
  app: ProjectScope,
  client: ServiceClient,
  folderUri: string,
  name: string,
): Promise<Skill | undefined> {
  const known = openSkillLinks(app.memory, app.connections.scope() ?? "").ofFolder(folderUri);
  const remembered = known === undefined ? undefined : await findSkillById(client, known);
  if (remembered) return remembered;
  const { items } = await client.call("skills.list", { q: name, limit: 200, ...readProjectFilter(app) });
  const found = items.filter((skill) => skill.name === name);
  // Of several projects' skills of one name none is meant more than another.
  return found.length === 1 ? found[0] : undefined;
}
