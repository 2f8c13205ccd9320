import type { ServiceClient } from "../../client/client.ts";
import { createServiceClient } from "../../client/createServiceClient.ts";
import {
  createLocalEndpoint,
  isLocalServiceRunning,
  readLocalServiceFile,
} from "../../extension/connection/model/localControlClient.ts";
import { type CommandContext, UsageError } from "../command.ts";

interface ServiceAddress {
  readonly url: string;
  readonly key: string;
}

/** Calls a service until the work is done or fails, and ends all connections. */
export async function withClient<Result>(
  { url, key }: ServiceAddress,
  work: (client: ServiceClient) => Promise<Result>,
): Promise<Result> {
  requireServiceNode();
  const client = createServiceClient({ baseUrl: url, key: async () => key, userAgent: "Fairlead" });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/**
 * Calls the service that the environment names: by its URL and a key, or, in a terminal of the editor, by the data folder of the local
 * service. The editor's own key is in no environment and no file; this program gets one of its own, which ends with it.
 */
export async function withService<Result>(
  { environment }: Pick<CommandContext, "environment">,
  work: (client: ServiceClient, url: string) => Promise<Result>,
): Promise<Result> {
  const { FAIRLEAD_URL, FAIRLEAD_DATA } = environment;
  if (FAIRLEAD_URL || !FAIRLEAD_DATA) {
    const address = readServiceAddress(environment);
    return withClient(address, (client) => work(client, address.url));
  }
  requireServiceNode();
  const file = readLocalServiceFile(FAIRLEAD_DATA);
  if (!file || !(await isLocalServiceRunning(file)))
    throw new UsageError(
      "The local service of the editor does not run. Use it there, or set FAIRLEAD_URL and FAIRLEAD_KEY.",
    );
  const key = await createLocalEndpoint(file).issueKey("Command line");
  return withClient({ url: file.url, key }, async (client) => {
    try {
      return await work(client, file.url);
    } finally {
      await revokeOwnKey(client);
    }
  });
}

/** No signal ends this: an interrupted command leaves no key behind. */
async function revokeOwnKey(client: ServiceClient): Promise<void> {
  const { key } = await client.call("me.get", {});
  if (key?.id) await client.call("apiKeys.delete", { id: key.id });
}

/** The service that the environment names. */
export function readServiceAddress({ FAIRLEAD_URL: url, FAIRLEAD_KEY: key }: CommandContext["environment"]) {
  if (!url) throw new UsageError("Set FAIRLEAD_URL to the URL of the service, and FAIRLEAD_KEY to a key of it.");
  if (!key) throw new UsageError(`Set FAIRLEAD_KEY to a key of the service at ${url}.`);
  return { url, key };
}

/** The local service needs the SQLite of Node 24, and the client its certificates of the system. */
export const oldestServiceNode = 24;

export function isServiceNode(): boolean {
  return Number.parseInt(process.versions.node, 10) >= oldestServiceNode;
}

/** Comparing and generating work with an older Node; what needs a service does not. */
export function requireServiceNode(): void {
  if (isServiceNode()) return;
  throw new UsageError(
    `This command needs Node ${oldestServiceNode} or newer, and this is ${process.versions.node}. Run it with a newer Node.`,
  );
}
