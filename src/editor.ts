import type { Client, ClientOptions } from "./client/client.ts";
import type { ModelRelay, ModelRelayOptions } from "./core/testrun/modelRelay.ts";

/** All that is loaded on first use: one bundle, so that what its parts have in common is shipped once. */
export { createEditor } from "./ui/createEditor.ts";

/** The client's packages stand in the same bundle and are run by the first call. */
export async function createClient(options: ClientOptions): Promise<Client> {
  const client = await import("./client/client.ts");
  return client.createClient(options);
}

export async function startModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const client = await import("./client/client.ts");
  return client.startModelRelay(options);
}
