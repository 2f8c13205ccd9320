import * as z from "zod";
import { type Deployment, type DeploymentEvent, deploymentEventSchema } from "../../contract/deployments.ts";
import { listNewestItems } from "../../contract/isNewestFirst.ts";
import { knownState } from "../../contract/received.ts";
import { readStateWord } from "../base/serviceState.ts";
import { findServerByName } from "./findByName.ts";
import { createReadTool, type ToolConnection } from "./languageModelTool.ts";
import { ToolCallError } from "./toolCallError.ts";
import { serverInput } from "./toolInputs.ts";
import type { ToolFacts } from "./toolReply.ts";

interface Wanted {
  /** Events after a sequence, oldest first, because the service reads forwards only. */
  readonly read: (after: number, limit: number) => Promise<readonly DeploymentEvent[]>;
  readonly count: number;
  /** Only events before this sequence. */
  readonly before: number | undefined;
  readonly suits: (event: DeploymentEvent) => boolean;
}

/** Events per request, and the number of requests that look for rare ones. */
const window = 1000;
const mostWindows = 20;

/** The last matching events, oldest first. Older matches may exist before the sequence `searched`, unless it is 0. */
export async function readLastEvents({
  read,
  count,
  before,
  suits,
}: Wanted): Promise<{ readonly events: readonly DeploymentEvent[]; readonly searched: number }> {
  let top = before === undefined ? await ceiling(read) : before - 1;
  let events: readonly DeploymentEvent[] = [];
  for (let windows = 0; top > 0 && events.length < count && windows < mostWindows; windows += 1) {
    const after = Math.max(0, top - window);
    const found = top === after ? [] : await read(after, top - after);
    events = [...found.filter((event) => event.sequence <= top && suits(event)), ...events];
    top = after;
  }
  const last = events.slice(-count);
  const [oldest] = last;
  return { events: last, searched: events.length > count && oldest ? oldest.sequence - 1 : top };
}

/**
 * An upper bound of the sequences, at most one window above the last one: a search in leaps finds it among 100,000
 * events in a dozen small requests.
 */
async function ceiling(read: Wanted["read"]): Promise<number> {
  let [low, high] = [0, window];
  for (; (await read(high, 1)).length > 0; high *= 4) low = high;
  while (high - low > window) {
    const middle = Math.floor((low + high) / 2);
    if ((await read(middle, 1)).length > 0) low = middle;
    else high = middle;
  }
  return high;
}

const levels = deploymentEventSchema.shape.level.options;

/** An event with an unknown level counts as information. */
const rankOf = (level: DeploymentEvent["level"]) => levels.indexOf(knownState(level) ?? "info");

const input = z.strictObject({
  server: serverInput.optional(),
  deployment: z.string().min(1).max(200).optional().describe("Id of a deployment, instead of the server's newest one."),
  level: z.enum(levels).default("debug").describe("The least level: `warning` answers warnings and errors."),
  kind: deploymentEventSchema.shape.kind
    .optional()
    .describe("Only events of this kind; `log` is what the server itself wrote."),
  last: z.int().min(1).max(200).default(40).describe("How many of the newest."),
  before: z.int().min(2).optional().describe("Only events before this sequence, to read further back."),
});

export const deploymentEventsTool = createReadTool(
  { input, progress: "Reading events of a deployment" },
  async (toolConnection, input) => {
    const deployment = await whichDeployment(toolConnection, input);
    const least = levels.indexOf(input.level);
    const { events, searched } = await readLastEvents({
      count: input.last,
      before: input.before,
      read: async (after, limit) =>
        (
          await toolConnection.client.call(
            "deployment.events",
            { id: deployment.id, after, limit },
            { signal: toolConnection.signal },
          )
        ).items,
      suits: ({ level, kind }) => rankOf(level) >= least && (input.kind === undefined || kind === input.kind),
    });
    const { id, version, status } = deployment;
    const items = events.map(({ sequence, at: time, level, kind, message }) => ({
      sequence,
      at: time,
      level: readStateWord(level),
      kind,
      message,
    }));
    const more = ([oldest]: readonly ToolFacts[]) =>
      `There may be older ones: ask again with before ${oldest?.sequence ?? searched + 1}.`;
    return {
      facts: { connection: toolConnection.connection.name, deployment: { id, version, status: readStateWord(status) } },
      list: { name: "events", items, keep: "last", isCut: searched > 0, more },
    };
  },
);

async function whichDeployment(
  toolConnection: ToolConnection,
  { server: called, deployment: id }: z.output<typeof input>,
): Promise<Deployment> {
  const { client, signal } = toolConnection;
  if (id !== undefined) return client.call("deployment.get", { id }, { signal });
  if (called === undefined) throw new ToolCallError("Name a server or the id of a deployment.");
  const server = await findServerByName(toolConnection, called);
  const page = await client.call("deployments.list", { serverId: server.id, limit: 1 }, { signal });
  const [newest] = listNewestItems(page);
  if (!newest && page.items.length > 0)
    throw new ToolCallError(`The newest deployment of ${server.name} is not known. Name the id of a deployment.`);
  if (!newest) throw new ToolCallError(`${server.name} has not been deployed yet, so there are no events.`);
  return newest;
}
