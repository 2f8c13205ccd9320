import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { Server } from "../../../contract/servers.ts";
import { isBreaking } from "../../../surface/compareSurfaces.ts";
import { findBrokenSkills } from "../../../surface/findBrokenSkills.ts";
import type { SurfaceChange } from "../../../surface/surfaceChange.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { compareVersionTools } from "../../registry/model/compareVersionTools.ts";
import { findRegistryVersion } from "../../registry/model/findRegistryVersion.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { findLiveVersion } from "./findLiveVersion.ts";

/**
 * What the deployment of a version changes for callers of the live one. `unknown`: the tools of one of them are not known, which a test
 * run may change. `rollback`: the version is older than the live one.
 */
export type DeploymentToolChanges =
  | { readonly kind: "none" | "unknown" | "rollback" }
  | {
      readonly kind: "breaking";
      readonly live: string;
      readonly changes: readonly SurfaceChange[];
      readonly breaking: readonly SurfaceChange[];
      /** The skills of the version that name tools it no longer has, a sentence each. */
      readonly skills: readonly string[];
    };

interface ToolChangesContext {
  readonly versions: VersionFiles;
  readonly log: Logger;
}

/** A failure does not block the deployment: the changes are unknown then. */
export async function readDeploymentToolChanges(
  context: ToolChangesContext,
  client: ServiceClient,
  { server, version }: { readonly server: Server; readonly version: string },
  signal?: AbortSignal,
): Promise<DeploymentToolChanges> {
  try {
    return await compareWithLive(context, client, server, version, signal);
  } catch (error) {
    if (isAbortError(error)) throw error;
    context.log.warning(`The tools of ${server.name} ${version} could not be compared: ${readErrorMessage(error)}`);
    return { kind: "unknown" };
  }
}

async function compareWithLive(
  { versions, log }: ToolChangesContext,
  client: ServiceClient,
  server: Server,
  version: string,
  signal?: AbortSignal,
): Promise<DeploymentToolChanges> {
  const { artifactId } = server;
  const live = await findLiveVersion(client, server);
  if (live === undefined || live === version || !artifactId) return { kind: "none" };
  const [before, after] = await Promise.all([
    findRegistryVersion(client, artifactId, live, signal),
    findRegistryVersion(client, artifactId, version, signal),
  ]);
  if (!before || !after) return { kind: "unknown" };
  const changes = await compareVersionTools({ versions, client, artifactId, ...(signal && { signal }) }, before, after);
  if (!changes) return { kind: "unknown" };
  const breaking = changes.filter(isBreaking);
  if (breaking.length === 0) return { kind: "none" };
  if (!isOlder(after, before)) {
    const skills = findBrokenSkills(await versions.list(client, artifactId, version, signal), breaking);
    return { kind: "breaking", live, changes, breaking, skills };
  }
  log.info(`${server.name} goes back from ${live} to ${version}: ${breaking.length} breaking changes.`);
  return { kind: "rollback" };
}

/** False where a time is not known. */
export function isOlder({ publishedAt }: RegistryVersion, than: RegistryVersion): boolean {
  if (publishedAt === undefined || than.publishedAt === undefined) return false;
  return Date.parse(publishedAt) < Date.parse(than.publishedAt);
}
