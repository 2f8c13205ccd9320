import type { ServiceClient } from "../../../../client/client.ts";
import { readVersionTools } from "../../../../surface/versionReader.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import type { Logger } from "../../../base/ports.ts";
import { createVersionReader } from "../../../registry/model/createVersionReader.ts";
import type { VersionFiles } from "../../../registry/model/versionFiles.ts";
import { findLiveVersion } from "../findLiveVersion.ts";
import { readToolUse, type ToolUse } from "../operations/toolUse.ts";
import { readServer } from "../readServer.ts";
import type { ServerLinks } from "../serverLinks.ts";

export interface DocumentUseContext {
  /** undefined: no connection is signed in. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly links: () => Pick<ServerLinks, "ofDocument">;
  readonly versions: VersionFiles;
  readonly log: Pick<Logger, "info">;
}

/**
 * How often the operations of a document were called, as tools of the live version of its server. undefined: not known, as where the
 * service does not say it or cannot be reached.
 */
export async function readDocumentUse(
  { client: getClient, links, versions, log }: DocumentUseContext,
  uri: string,
): Promise<ToolUse | undefined> {
  try {
    const client = await getClient();
    const serverId = links().ofDocument(uri)?.serverId;
    if (!client || serverId === undefined) return undefined;
    const server = await readServer(client, serverId);
    const version = server && (await findLiveVersion(client, server));
    if (!server?.artifactId || version === undefined) return undefined;
    const reader = createVersionReader({ client, versions, artifactId: server.artifactId });
    const [use, tools] = await Promise.all([
      readToolUse(client, server),
      readVersionTools(reader, { version, hasTools: false }),
    ]);
    return use && tools && countOperations(use, tools);
  } catch (error) {
    // The use is an addition to what does not need the service.
    log.info(`The calls of tools could not be read: ${readErrorMessage(error)}`);
    return undefined;
  }
}

type ReadUse = (uri: string) => Promise<ToolUse | undefined>;

const cachedMs = 10_000;

/** Reads the use of a document at most every ten seconds, for what is shown again while the user types. */
export function cacheDocumentUse(
  read: ReadUse,
  { formatKey, now }: { readonly formatKey: (uri: string) => string; readonly now: () => number },
): ReadUse {
  const cached = new Map<string, { readonly at: number; readonly use: ReturnType<ReadUse> }>();
  return (uri) => {
    const key = formatKey(uri);
    const known = cached.get(key);
    if (known && now() - known.at < cachedMs) return known.use;
    const use = read(uri);
    cached.set(key, { at: now(), use });
    return use;
  };
}

/** The use by operation, such as `GET /pets`: an operation of the search mode may be a pinned tool too. */
function countOperations(
  use: ToolUse,
  tools: readonly { readonly name: string; readonly operation?: string | undefined }[],
): ToolUse {
  return {
    ...use,
    count: (operation) => {
      const names = tools.filter((tool) => tool.operation === operation).map(({ name }) => name);
      if (names.length === 0) return undefined;
      return names.map(use.count).reduce<number | undefined>(addKnown, 0);
    },
  };
}

const addKnown = (sum: number | undefined, calls: number | undefined) =>
  sum === undefined || calls === undefined ? undefined : sum + calls;
