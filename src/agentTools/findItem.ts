import type { ListOperationName, OperationInput, ReceivedOutput } from "../contract/operations.ts";
import type { Project } from "../contract/projects.ts";
import type { RegistryVersion } from "../contract/registry.ts";
import type { Server } from "../contract/servers.ts";
import type { Skill } from "../contract/skills.ts";
import { type AgentService, AgentToolError } from "./agentTool.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface ItemQuery {
  /** `server` */
  readonly kind: string;
  readonly nameOrId: string;
  /** The hint when no item matches. */
  readonly hint: string;
}

const mostNamed = 5;
/** Pages of a list that are read. */
const mostPages = 20;

/** The items of a list, one request a page. */
export async function* listItems<N extends ListOperationName>(
  { call }: AgentService,
  name: N,
  input: OperationInput<N>,
): AsyncGenerator<ReceivedOutput<N>["items"][number], void> {
  for (let page = 0, cursor: string | null | undefined; page < mostPages && cursor !== null; page += 1) {
    const { items, nextCursor } = await call(name, { ...input, limit: 200, ...(cursor && { cursor }) });
    yield* items;
    cursor = nextCursor;
  }
}

/** The only item with a name or an id; ignores the case of names. */
async function findItem<Item extends Named>(items: AsyncIterable<Item>, query: ItemQuery): Promise<Item> {
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
    throw new AgentToolError(
      `There are ${same.length} ${kind}s called ${nameOrId}. Name one by its id: ${listed(same)}.`,
    );
  const similar = near.length > 0 ? ` Similar: ${listed(near)}.` : "";
  throw new AgentToolError(`There is no ${kind} called ${nameOrId}.${similar} ${hint}`);
}

function listed(items: readonly Named[]): string {
  return items
    .slice(0, mostNamed)
    .map(({ id, name }) => `${name} (${id})`)
    .join(", ");
}

/** The service searches by prefix, so the query is the trimmed name. */
const query = (nameOrId: string, prefix: string) =>
  nameOrId.trim().startsWith(prefix) ? { id: nameOrId.trim() } : { q: nameOrId.trim().slice(0, 200) };

export function findServer(service: AgentService, nameOrId: string): Promise<Server> {
  const servers = listItems(service, "servers.list", query(nameOrId, "srv_"));
  return findItem(servers, { kind: "server", nameOrId, hint: "listServers lists them." });
}

export function findSkill(service: AgentService, nameOrId: string): Promise<Skill> {
  const skills = listItems(service, "skills.list", query(nameOrId, "skl_"));
  const hint = 'The user publishes a workspace skill first, with the command "Fairlead: Publish Skill".';
  return findItem(skills, { kind: "published skill", nameOrId, hint });
}

export function findProject(service: AgentService, nameOrId: string): Promise<Project> {
  const { q } = { q: undefined, ...query(nameOrId, "prj_") };
  const projects = listItems(service, "projects.list", q === undefined ? {} : { q });
  return findItem(projects, { kind: "project", nameOrId, hint: "Leave the project out to see all." });
}

/** A version as the registry lists it; undefined when it does not exist. */
export async function findVersion(
  service: AgentService,
  artifactId: string,
  version: string,
): Promise<RegistryVersion | undefined> {
  for await (const one of listItems(service, "registry.versions", { id: artifactId }))
    if (one.version === version) return one;
  return undefined;
}

/** Some items after the first `skip`, and whether there are more. */
export async function takeItems<Item>(
  items: AsyncIterable<Item>,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const taken: Item[] = [];
  let index = 0;
  for await (const item of items) {
    if (taken.length === limit) return { items: taken, isCut: true };
    if (index >= skip) taken.push(item);
    index += 1;
  }
  return { items: taken, isCut: false };
}
