import type { Client } from "../../client/client.ts";
import { back } from "../../core/foundation/ports.ts";
import { artifactDocument } from "../../core/registry/formatVersionDocument.ts";
import { versionOfNode } from "../../core/view/findNodeVersion.ts";
import type { VersionedArtifact } from "../../core/view/nodes.ts";
import type { App, Command } from "../app.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { readVersions } from "./findArtifactVersion.ts";
import { artifactOf } from "./findNodeArtifact.ts";

/** What there is to know of a version, the latest unless one was clicked, as a document to be read. */
export const openArtifact: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const artifact = artifactOf(target.node) ?? (await chooseArtifact(app, client, { title: "Open an Artifact" }));
  if (artifact === undefined || artifact === back) return;
  await show(app, client, artifact, versionOfNode(target.node));
};

async function show(app: App, client: Client, artifact: VersionedArtifact, wanted: string | undefined): Promise<void> {
  const input = { id: artifact.id, ...(wanted !== undefined && { version: wanted }) };
  const [content, versions] = await Promise.all([
    client.call("registry.artifact", input),
    readVersions(client, artifact),
  ]);
  const name = `${artifact.name} ${content.version.version}.md`;
  await app.documents.showMarkdown(artifactDocument(content, versions, Date.now()), name);
}
