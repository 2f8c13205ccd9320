import type { ServiceClient } from "../../client/client.ts";
import type { Server, ServerSource } from "../../contract/servers.ts";
import { UsageError } from "../command.ts";
import { readUntil } from "./readUntil.ts";

/** A document of up to 30 MB has to be uploaded. */
const deadlineMs = 120_000;

/** Creates a version of a server from a source, and returns the server with it. Throws why there is none. */
export async function createVersion(
  client: ServiceClient,
  { id, name }: Pick<Server, "id" | "name">,
  source: ServerSource,
  signal: AbortSignal,
): Promise<Server> {
  await client.call("server.generate", { id, source }, { signal, deadlineMs });
  const server = await readUntil(
    async () => (await client.call("servers.list", { id }, { signal })).items[0],
    (read) => read?.status !== "generating",
    signal,
  );
  if (server?.status === "ready") return server;
  const reasons = [server?.statusDetail, ...(server?.problems ?? []).map(({ message }) => message)];
  throw new UsageError(`The service created no version of ${name}. ${[...new Set(reasons)].join(" ")}`.trim());
}
