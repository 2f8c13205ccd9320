import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { FileSet } from "../model/fileDifferences.ts";
import type { RegistryServices } from "../registryServices.ts";
import { chooseVersionPair } from "./chooseVersionPair.ts";
import type { ArtifactWithVersion } from "./findArtifactVersion.ts";
import { readVersionDiffSide, showDifferences } from "./showDifferences.ts";
import { showToolDifferences } from "./showToolDifferences.ts";

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
  if (compared === "tools") return showToolDifferences(app, client, pair);
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
