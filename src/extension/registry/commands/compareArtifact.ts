import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { compareVersionTools } from "../../../surface/versionReader.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { createVersionReader } from "../model/createVersionReader.ts";
import type { FileSet } from "../model/fileDifferences.ts";
import type { RegistryServices } from "../registryServices.ts";
import { chooseVersionPair, type VersionPair } from "./chooseVersionPair.ts";
import type { ArtifactWithVersion } from "./findArtifactVersion.ts";
import { readVersionDiffSide, showDifferences, showToolChanges } from "./showDifferences.ts";

/**
 * Compares two versions: two selected ones, or one and another that the user picks. A file is compared as a file; a server's files or
 * its tools.
 */
export const compareArtifact: CommandHandler<EditorServices & RegistryServices> = async (app, target) => {
  const client = await app.client();
  const pair = client && (await chooseVersionPair(app, client, target, { title: l10n.t("Compare Versions") }));
  if (!pair) return;
  const path = target.node?.kind === "file" ? target.node.path : undefined;
  const { kind, id } = pair.newer.artifact;
  const isServer = kind === "server" && pair.older.artifact.id === id && path === undefined;
  const compared = isServer ? await askWhat(app) : "files";
  if (compared === undefined || compared === promptBack) return;
  if (compared === "tools") return compareTools(app, client, pair);
  const [left, right] = await Promise.all([
    sideOf(app, client, pair.older, path),
    sideOf(app, client, pair.newer, path),
  ]);
  await showDifferences(app, left, right);
};

function askWhat({ prompts }: EditorServices) {
  return prompts.pick<"files" | "tools">({
    title: l10n.t("Compare Versions"),
    placeholder: l10n.t("Compare what?"),
    choices: [
      { label: l10n.t("Files"), icon: "files", value: "files" },
      { label: l10n.t("Tools"), description: l10n.t("what differs for callers"), icon: "tools", value: "tools" },
    ],
  });
}

/** Shows what differs for callers between the tools of two versions of a server. */
async function compareTools(
  app: EditorServices & RegistryServices,
  client: ServiceClient,
  { older, newer }: VersionPair,
): Promise<void> {
  const { id: artifactId, name } = newer.artifact;
  const [before = "", after = ""] = [older.version.version, newer.version.version];
  const reader = createVersionReader({ versions: app.versions, client, artifactId });
  // A row may be older than the run that made the tools known.
  const [earlier, later] = await Promise.all(
    [older, newer].map(async ({ version }) => (await reader.find(version.version ?? "")) ?? version),
  );
  if (!earlier || !later) return;
  const changes = await compareVersionTools(reader, earlier, later);
  if (changes) return showToolChanges(app, { name, before, after }, changes);
  showMessage(
    app,
    "info",
    l10n.t`The tools of ${name} ${before} or ${after} are not known. The tools of own code are known after a test run or a deployment of the version.`,
  );
}

async function sideOf(
  app: RegistryServices,
  client: ServiceClient,
  one: ArtifactWithVersion,
  path: string | undefined,
): Promise<FileSet> {
  const { id: artifactId, name } = one.artifact;
  const side = await readVersionDiffSide(app, client, { name, artifactId, version: one.version.version });
  return path === undefined ? side : { ...side, files: side.files.filter((file) => file.path === path) };
}
