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
  readonly what: string;
  /** A name or an id. */
  readonly called: string;
  /** The hint when no item matches. */
  readonly instead: string;
}

const mostNamed = 5;

/** The only item with a name or an id; ignores the case of names. */
async function findNamedItem<Item extends Named>(items: AsyncIterable<Item>, sought: NamedItemQuery): Promise<Item> {
  const { what, called, instead } = sought;
  const wanted = called.trim().toLowerCase();
  const same: Item[] = [];
  const near: Item[] = [];
  for await (const item of items) {
    if (item.id === called.trim()) return item;
    if (item.name.toLowerCase() === wanted) same.push(item);
    else if (near.length < mostNamed) near.push(item);
  }
  const [one, ...others] = same;
  if (one && others.length === 0) return one;
  if (one)
    throw new ToolCallError(`There are ${same.length} ${what}s called ${called}. Name one by its id: ${listed(same)}.`);
  const similar = near.length > 0 ? ` Similar: ${listed(near)}.` : "";
  throw new ToolCallError(`There is no ${what} called ${called}.${similar} ${instead}`);
}

function listed(items: readonly Named[]): string {
  return items
    .slice(0, mostNamed)
    .map(({ id, name }) => `${name} (${id})`)
    .join(", ");
}

/** The service searches by prefix, so the query is the trimmed name. */
const queried = (called: string) => called.trim().slice(0, 200);

export async function findServerByName({ client, signal }: ToolConnection, called: string): Promise<Server> {
  const sought = looksLikeId(called, "srv_") ? { id: called.trim() } : { q: queried(called) };
  const servers = client.list("servers.list", { ...sought, limit: 200 }, { signal });
  return findNamedItem(servers, { what: "server", called, instead: "fairlead_listServers says which there are." });
}

export async function findSkillByName({ client, signal }: ToolConnection, called: string): Promise<Skill> {
  const sought = looksLikeId(called, "skl_") ? { id: called.trim() } : { q: queried(called) };
  const skills = client.list("skills.list", { ...sought, limit: 200 }, { signal });
  const instead =
    'One that is only in the workspace is published by the user first, with the command "Fairlead: Publish Skill".';
  return findNamedItem(skills, { what: "published skill", called, instead });
}

export async function findProjectByName({ client, signal }: ToolConnection, called: string): Promise<Project> {
  const isId = looksLikeId(called, "prj_");
  const projects = client.list("projects.list", { limit: 200, ...(!isId && { q: queried(called) }) }, { signal });
  return findNamedItem(projects, { what: "project", called, instead: "Leave the project out to see all." });
}

const looksLikeId = (called: string, prefix: string) => called.trim().startsWith(prefix);
