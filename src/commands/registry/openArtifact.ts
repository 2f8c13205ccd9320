import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../client/client.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import { formatVersionDocument } from "../../core/registry/formatVersionDocument.ts";
import type { VersionedArtifact } from "../../core/registry/versionedArtifact.ts";
import { findNodeVersion } from "../../core/view/findNodeVersion.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App, CommandHandler } from "../app.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { readArtifactVersions } from "./findArtifactVersion.ts";
import { findNodeArtifact } from "./findNodeArtifact.ts";

/** Shows the details of the clicked version, else of the latest, as a read-only document. */
export const openArtifact: CommandHandler<Pick<App, "client" | "documents" | "log" | "messages" | "prompts">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const artifact =
    findNodeArtifact(target.node) ?? (await chooseArtifact(app, client, { title: l10n.t("Open an Artifact") }));
  if (artifact === undefined || artifact === promptBack) return;
  await show(app, client, artifact, findNodeVersion(target.node));
};

async function show(
  app: Pick<App, "documents">,
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
