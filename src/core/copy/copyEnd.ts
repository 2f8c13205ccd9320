import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { oauthSchemeShape } from "../../contract/oauthConnections.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { RegistryVersion } from "../../contract/registry.ts";
import type { Connection } from "../connection/connection.ts";
import type { ConnectionProfile } from "../connection/connectionProfile.ts";
import { computeContentDigest } from "../foundation/fileDigest.ts";
import { type CodeFile, codeFile } from "../registry/versionFiles.ts";
import type { CopyVersion } from "./copyItem.ts";

/** One of the two services. */
export interface CopyEnd {
  /** The name of the connection. */
  readonly name: string;
  readonly client: ServiceClient;
  /** Whether the service implements the contract, so that its digests are those of file lists. Those of others are computed. */
  readonly speaksContract: boolean;
  /** Whether it is known not to have an operation. */
  lacks(operation: OperationName): boolean;
}

export function createCopyEnd(
  { name }: Pick<Connection, "name">,
  client: ServiceClient,
  profileStore: Pick<ConnectionProfile, "read" | "evidence">,
): CopyEnd {
  const [profile, evidence] = [profileStore.read(), profileStore.evidence()];
  return {
    ...{ name, client, speaksContract: profile.dialect === "contract" },
    lacks: (operation) =>
      profile.operations[operation]?.offered === false || evidence[operation]?.outcome === "notOffered",
  };
}

/** Calls to one service at once: what one user may ask of a service that others use too. */
export const mostCalls = 6;

const schemesSchema = z.array(z.object(oauthSchemeShape));

/** The versions of an artifact, oldest first. */
export async function listCopyVersions(
  { client, speaksContract }: CopyEnd,
  artifactId: string,
  signal: AbortSignal,
): Promise<readonly CopyVersion[]> {
  const versions: RegistryVersion[] = [];
  for await (const version of client.list("registry.versions", { id: artifactId, limit: 200 }, { signal }))
    versions.push(version);
  return versions
    .reverse()
    .sort(byAge)
    .map(({ version, digest, notes, entry, accounts }) => ({
      ...{ version, entry, digest: speaksContract ? digest : undefined },
      ...(notes && { notes }),
      accounts: schemesSchema.safeParse(accounts).data,
    }));
}

/** Those without a time, or of the same time, stay in the order that they have. */
function byAge(one: RegistryVersion, other: RegistryVersion): number {
  const [oneAt, otherAt] = [Date.parse(one.publishedAt ?? ""), Date.parse(other.publishedAt ?? "")];
  return Number.isNaN(oneAt) || Number.isNaN(otherAt) ? 0 : oneAt - otherAt;
}

export interface VersionContent {
  readonly files: readonly CodeFile[];
  readonly digest: string;
}

/** The files of a version, and their digest. */
export async function readVersionContent(
  { client }: CopyEnd,
  artifactId: string,
  version: string,
  signal: AbortSignal,
): Promise<VersionContent> {
  const content = await client.call("registry.artifact", { id: artifactId, version }, { signal, deadlineMs });
  const files = (content.files ?? []).flatMap((file) => codeFile(file) ?? []);
  return { files, digest: computeContentDigest(files) };
}

/** For the files of a version, up to 64 MB. */
export const deadlineMs = 120_000;
