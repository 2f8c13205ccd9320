import type { Server } from "../contract/servers.ts";
import type { Skill } from "../contract/skills.ts";
import { type AgentService, AgentToolError } from "./agentTool.ts";

const mostNamed = 5;

/** The only item with a name or an id; ignores the case of names. */
async function findItem<Item extends { readonly id: string; readonly name: string }>(
  kind: string,
  wanted: string,
  read: (query: { readonly id?: string; readonly q?: string; readonly limit: number }) => Promise<{
    readonly items: readonly Item[];
  }>,
): Promise<Item> {
  const { items } = await read({ ...(/^(srv|skl)_/.test(wanted) ? { id: wanted } : { q: wanted }), limit: 200 });
  const same = items.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [one, ...others] = same;
  if (one && others.length === 0) return one;
  const named = (one ? same : items).slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`);
  if (one)
    throw new AgentToolError(
      `There are ${same.length} ${kind}s called ${wanted}. Name one by its id: ${named.join(", ")}.`,
    );
  throw new AgentToolError(
    `There is no ${kind} called ${wanted}. ${named.length > 0 ? `Similar: ${named.join(", ")}.` : "find_servers and search_registry list what there is."}`,
  );
}

export const findServer = ({ call }: AgentService, wanted: string): Promise<Server> =>
  findItem("server", wanted, (query) => call("servers.list", query));

export const findSkill = ({ call }: AgentService, wanted: string): Promise<Skill> =>
  findItem("skill", wanted, (query) => call("skills.list", query));
