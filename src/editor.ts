import type { ServiceClient, ServiceClientOptions } from "./client/client.ts";
import type { ModelRelay, ModelRelayOptions } from "./core/testrun/modelRelay.ts";

/** All that is loaded on first use: one bundle, so that what its parts have in common is shipped once. */
export { createEditor } from "./ui/createEditor.ts";

/** The client's packages stand in the same bundle and are run by the first call. */
export async function loadAndCreateClient(options: ServiceClientOptions): Promise<ServiceClient> {
  const client = await import("./client/client.ts");
  return client.createServiceClient(options);
}

export async function loadAndStartModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const client = await import("./client/client.ts");
  return client.startModelRelay(options);
}
