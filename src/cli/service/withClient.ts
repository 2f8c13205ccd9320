import type { ServiceClient } from "../../client/client.ts";
import { createServiceClient } from "../../client/createServiceClient.ts";
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

/** The service that the environment names. */
export function readServiceAddress({ FAIRLEAD_URL: url, FAIRLEAD_KEY: key }: CommandContext["environment"]) {
  if (!url) throw new UsageError("Set FAIRLEAD_URL to the URL of the service, and FAIRLEAD_KEY to a key of it.");
  if (!key) throw new UsageError(`Set FAIRLEAD_KEY to a key of the service at ${url}.`);
  return { url, key };
}

/** The local service needs the SQLite of Node 24, and the client its certificates of the system. */
export const oldestServiceNode = 24;

export function isServiceNode(version = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= oldestServiceNode;
}

/** Comparing and generating work with an older Node; what needs a service does not. */
export function requireServiceNode(): void {
  if (isServiceNode()) return;
  throw new UsageError(
    `This command needs Node ${oldestServiceNode} or newer, and this is ${process.versions.node}. Run it with a newer Node.`,
  );
}
