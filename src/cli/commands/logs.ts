import * as z from "zod";
import type { DeploymentEvent } from "../../contract/deployments.ts";
import { readStateWord } from "../../contract/received.ts";
import { defineCommand, UsageError } from "../command.ts";
import { findServer } from "../service/findServer.ts";
import { withService } from "../service/withClient.ts";

export const logsCommand = defineCommand({
  help: "Prints what the newest deployment of a server did and logged.",
  example: "fairlead logs pets --follow",
  operands: ["server"],
  options: z.object({
    server: z.string().min(1).describe("The name, slug or id of a server."),
    follow: z.boolean().default(false).describe("Go on until the deployment ends, or until Ctrl+C. Not with --json."),
    json: z.boolean().default(false),
  }),
  run: async ({ server: wanted, follow, json }, { environment, signal, print }) => {
    if (follow && json) throw new UsageError("--follow has no end to print as one document. Leave --json out.");
    return withService({ environment }, async (client) => {
      const server = await findServer(client, wanted, signal);
      const { items } = await client.call("deployments.list", { serverId: server.id, limit: 1 }, { signal });
      const [deployment] = items;
      if (!deployment) throw new UsageError(`${server.name} was never deployed. Deploy it first.`);
      const { id } = deployment;
      const events: DeploymentEvent[] = [];
      const source = follow
        ? client.events(id, { signal })
        : client.list("deployment.events", { id, limit: 1000 }, { signal });
      for await (const event of source) {
        if (json) events.push(event);
        else print(formatEvent(event));
      }
      return { ok: true, lines: [], json: { deploymentId: id, events } };
    });
  },
});

const formatEvent = ({ at, level, message }: DeploymentEvent) =>
  `${at ?? ""} ${readStateWord(level ?? undefined) ?? "unknown"}: ${message ?? ""}`;
