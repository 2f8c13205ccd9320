import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { compareWithLiveVersion, type DeploymentToolChanges } from "../../../surface/compareWithLiveVersion.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { findLiveVersion } from "./findLiveVersion.ts";

interface ToolChangesContext {
  readonly versions: VersionFiles;
  readonly log: Logger;
}

/** A failure does not block the deployment: the changes are unknown then. */
export async function readDeploymentToolChanges(
  { versions, log }: ToolChangesContext,
  client: ServiceClient,
  { server, version }: { readonly server: Server; readonly version: string },
  signal?: AbortSignal,
): Promise<DeploymentToolChanges> {
  const { artifactId, name } = server;
  try {
    const live = await findLiveVersion(client, server);
    if (live === undefined || !artifactId) return { kind: "none" };
    const found = await compareWithLiveVersion(
      createVersionReader({ versions, client, artifactId, signal }),
      live,
      version,
    );
    if (found.kind === "rollback") log.info(`${name} goes back from ${live} to ${version}, which breaks callers.`);
    return found;
  } catch (error) {
    if (isAbortError(error)) throw error;
    log.warning(`The tools of ${name} ${version} could not be compared: ${readErrorMessage(error)}`);
    return { kind: "unknown" };
  }
}
