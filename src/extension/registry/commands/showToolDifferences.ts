import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { compareVersionTools } from "../model/compareVersionTools.ts";
import { findRegistryVersion } from "../model/findRegistryVersion.ts";
import { formatToolChanges } from "../model/formatToolChanges.ts";
import type { RegistryServices } from "../registryServices.ts";
import type { VersionPair } from "./chooseVersionPair.ts";

/** Shows what differs for callers between the tools of two versions of a server. */
export async function showToolDifferences(
  app: EditorServices & RegistryServices,
  client: ServiceClient,
  { older, newer }: VersionPair,
): Promise<void> {
  const { id: artifactId, name } = newer.artifact;
  const [before = "", after = ""] = [older.version.version, newer.version.version];
  // A row may be older than the run that made the tools known.
  const [earlier, later] = await Promise.all(
    [older, newer].map(
      async ({ version }) => (await findRegistryVersion(client, artifactId, version.version ?? "")) ?? version,
    ),
  );
  if (!earlier || !later) return;
  const changes = await compareVersionTools({ versions: app.versions, client, artifactId }, earlier, later);
  if (changes) {
    const text = formatToolChanges({ name, before, after }, changes);
    await app.documents.showMarkdown(text, `${name} ${before} → ${after}.md`);
    return;
  }
  showMessage(
    app,
    "info",
    l10n.t`The tools of ${name} ${before} or ${after} are not known. The tools of own code are known after a test run or a deployment of the version.`,
  );
}
