import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import type { App } from "../../app.ts";

/** Saves a variable of a server; null removes its value. */
export async function saveVariable(
  { refresh }: Pick<App, "refresh">,
  client: ServiceClient,
  { id }: Server,
  name: string,
  value: string | null,
): Promise<Server> {
  const saved = await client.call("server.update", { id, environment: { [name]: value } });
  refresh("fairlead.servers");
  return saved;
}
