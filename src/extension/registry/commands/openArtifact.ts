import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { formatVersionDocument } from "../model/formatVersionDocument.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { findNodeArtifact, findNodeVersion, readArtifactVersions } from "./findArtifactVersion.ts";

/** Shows the clicked file of a version, else the details of the clicked version or of the latest, as a read-only document. */
export const openArtifact: CommandHandler<EditorServices> = async (app, target) => {
  const { node } = target;
  if (node?.kind === "file") {
    const { artifact, version, path } = node;
    return app.documents.open(versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path }));
  }
  const client = await app.client();
  if (!client) return;
  const artifact = findNodeArtifact(node) ?? (await chooseArtifact(app, client, { title: l10n.t("Open a Version") }));
  if (artifact === undefined || artifact === promptBack) return;
  await show(app, client, artifact, findNodeVersion(node));
};

async function show(
  app: EditorServices,
  client: ServiceClient,
  artifact: VersionedArtifact,
  version: string | undefined,
): Promise<void> {
  const input = { id: artifact.id, ...(version !== undefined && { version }) };
  const [content, versions] = await Promise.all([
    client.call("registry.artifact", input),
    readArtifactVersions(client, artifact),
  ]);
  const name = `${joinWords(artifact.name, content.version?.version)}.md`;
  await app.documents.showMarkdown(formatVersionDocument(content, versions, Date.now()), name);
}
