import type { Server } from "../../../src/contract/servers.ts";
import { waitForGeneration } from "../../../src/extension/server/commands/runGeneration.ts";
import type { startServedService } from "../service/servedService.ts";
import { testDeadline } from "../testDeadline.ts";

type Served = Pick<Awaited<ReturnType<typeof startServedService>>, "api" | "project">;

/** Generates a server from a document. */
export async function generateServer({ api, project }: Served, name: string, document: object): Promise<Server> {
  const server = await api.call("servers.create", { projectId: project.id, name });
  const source = { kind: "openapi", document: JSON.stringify(document) } as const;
  await api.call("server.generate", { id: server.id, source });
  return waitForGeneration(api, server, testDeadline());
}
