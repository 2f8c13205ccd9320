import type { Project } from "../../contract/projects.ts";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import type { ToolConnection } from "./languageModelTool.ts";
import { ToolCallError } from "./toolCallError.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface NamedItemQuery {
  /** `server` */
  readonly kind: string;
  /** A name or an id. */
  readonly nameOrId: string;
  /** The hint when no item matches. */
  readonly hint: string;
}

const mostNamed = 5;

/** The only item with a name or an id; ignores the case of names. */
async function findNamedItem<Item extends Named>(items: AsyncIterable<Item>, query: NamedItemQuery): Promise<Item> {
  const { kind, nameOrId, hint } = query;
  const lowerName = nameOrId.trim().toLowerCase();
  const same: Item[] = [];
  const near: Item[] = [];
  for await (const item of items) {
    if (item.id === nameOrId.trim()) return item;
    if (item.name.toLowerCase() === lowerName) same.push(item);
    else if (near.length < mostNamed) near.push(item);
  }
  const [one, ...others] = same;
  if (one && others.length === 0) return one;
  if (one)
    throw new ToolCallError(
      `There are ${same.length} ${kind}s called ${nameOrId}. Name one by its id: ${listed(same)}.`,
    );
  const similar = near.length > 0 ? ` Similar: ${listed(near)}.` : "";
  throw new ToolCallError(`There is no ${kind} called ${nameOrId}.${similar} ${hint}`);
}

function listed(items: readonly Named[]): string {
  return items
    .slice(0, mostNamed)
    .map(({ id, name }) => `${name} (${id})`)
    .join(", ");
}

/** The service searches by prefix, so the query is the trimmed name. */
const queried = (nameOrId: string) => nameOrId.trim().slice(0, 200);

export async function findServerByName({ client, signal }: ToolConnection, nameOrId: string): Promise<Server> {
  const query = looksLikeId(nameOrId, "srv_") ? { id: nameOrId.trim() } : { q: queried(nameOrId) };
  const servers = client.list("servers.list", { ...query, limit: 200 }, { signal });
  return findNamedItem(servers, { kind: "server", nameOrId, hint: "fairlead_listServers lists them." });
}

export async function findSkillByName({ client, signal }: ToolConnection, nameOrId: string): Promise<Skill> {
  const query = looksLikeId(nameOrId, "skl_") ? { id: nameOrId.trim() } : { q: queried(nameOrId) };
  const skills = client.list("skills.list", { ...query, limit: 200 }, { signal });
  const hint = 'The user publishes a workspace skill first, with the command "Fairlead: Publish Skill".';
  return findNamedItem(skills, { kind: "published skill", nameOrId, hint });
}

export async function findProjectByName({ client, signal }: ToolConnection, nameOrId: string): Promise<Project> {
  const isId = looksLikeId(nameOrId, "prj_");
  const projects = client.list("projects.list", { limit: 200, ...(!isId && { q: queried(nameOrId) }) }, { signal });
  return findNamedItem(projects, { kind: "project", nameOrId, hint: "Leave the project out to see all." });
}

const looksLikeId = (nameOrId: string, prefix: string) => nameOrId.trim().startsWith(prefix);
