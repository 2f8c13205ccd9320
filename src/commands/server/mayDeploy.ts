import type { Client } from "../../client/client.ts";
import type { Version } from "../../contract/registry.ts";
import type { Server } from "../../contract/servers.ts";
import { isAborted, messageOf } from "../../core/foundation/failure.ts";
import { findVersion } from "../../core/registry/findRegistryVersion.ts";
import type { App } from "../app.ts";
import { mayRunCode, programsOf } from "../registry/codeConsent.ts";
import { mayUse } from "../registry/confirmUntestedVersion.ts";
import { versionNode } from "../registry/createVersionNode.ts";

/** Whether to deploy a version although nobody may have tested it, or agreed here to run its code. */
export async function mayDeploy(app: App, client: Client, server: Server, version: string): Promise<boolean> {
  const { id: serverId, name, artifactId } = server;
  const found = artifactId === null ? undefined : await readVersion(app, client, artifactId, version);
  const called = `${name} ${version}`;
  const programs = await programsOf(app, client, found ? artifactId : null, version);
  const mayRun = () => mayRunCode(app, [{ owner: serverId, called, programs }]);
  if (artifactId === null || !found) return mayRun();
  const artifact = { id: artifactId, kind: "server", name, ownerId: serverId } as const;
  const node = versionNode({ artifact, version: found });
  const isWanted = await mayUse(app, client, {
    ...{ of: { kind: "server", id: serverId }, called, digest: found.digest, programs },
    anyway: "Deploy Anyway",
    runTests: () => app.run("fairlead.server.test", { node }),
  });
  return isWanted && mayRun();
}

/** A registry that cannot be read is no reason not to deploy. */
async function readVersion(app: App, client: Client, id: string, version: string): Promise<Version | undefined> {
  try {
    return await findVersion(client, id, version);
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`Version ${version} could not be read: ${messageOf(error)}`);
    return undefined;
  }
}
