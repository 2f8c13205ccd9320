import { formatJsonKey } from "../../../surface/schema/schemaNode.ts";
import { readListedTools } from "../../registry/listedTools.ts";
import { findVersionRow, readArtifactId } from "../../registry/versions.ts";
import type { Database } from "../../storage/database.ts";
import { createSha256Digest } from "../../storage/sha256Digest.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { DeploymentInstance } from "../lifecycle/deploymentInstance.ts";

/** Reads the digest of the tools as the server of a deployment lists them; undefined: they are not known. */
export function createToolsDigestReader(
  db: Database,
  store: Pick<DeploymentStore, "row">,
): (instance: DeploymentInstance) => string | undefined {
  const digests = new WeakMap<DeploymentInstance, string>();
  const compute = ({ deploymentId }: DeploymentInstance) => {
    const deployment = store.row(deploymentId);
    const artifactId = deployment && readArtifactId(db, deployment.server_id);
    const version = artifactId === undefined ? undefined : findVersionRow(db, artifactId, deployment?.version);
    const tools = version && readListedTools(db, version.id);
    return tools && createSha256Digest(formatJsonKey(tools));
  };
  return (instance) => {
    const digest = digests.get(instance) ?? compute(instance);
    if (digest !== undefined) digests.set(instance, digest);
    return digest;
  };
}
