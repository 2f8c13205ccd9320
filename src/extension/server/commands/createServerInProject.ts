import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerSource } from "../../../contract/servers.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { ensureProject, type ProjectChoice } from "../../project/commands/projectChoice.ts";

interface NewServerInput {
  readonly name: string;
  readonly project: ProjectChoice;
  readonly source?: ServerSource;
}

/** Creates a server, and its project if that is new. */
export async function createServerInProject(
  app: ConnectedServices,
  client: ServiceClient,
  newServer: NewServerInput,
  signal: AbortSignal,
): Promise<Server> {
  const projectId = await ensureProject(app, client, newServer.project, signal);
  const { name, source } = newServer;
  return client.call("servers.create", { projectId, name, ...(source && { source }) }, { signal });
}
