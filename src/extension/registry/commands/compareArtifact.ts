import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { App, CommandHandler } from "../../workbench/app.ts";
import type { FileSet } from "../model/fileDifferences.ts";
import { chooseVersionPair } from "./chooseVersionPair.ts";
import type { ArtifactWithVersion } from "./findArtifactVersion.ts";
import { readVersionDiffSide, showDifferences } from "./showDifferences.ts";

/** Compares two versions: two selected ones, or one and another that the user picks. A file is compared as a file. */
export const compareArtifact: CommandHandler<
  Pick<App, "client" | "documents" | "log" | "messages" | "prompts" | "versions">
> = async (app, target) => {
  const client = await app.client();
  const pair = client && (await chooseVersionPair(app, client, target, { title: l10n.t("Compare Versions") }));
  if (!pair) return;
  const path = target.node?.kind === "file" ? target.node.path : undefined;
  const [left, right] = await Promise.all([
    sideOf(app, client, pair.older, path),
    sideOf(app, client, pair.newer, path),
  ]);
  await showDifferences(app, left, right);
};

async function sideOf(
  app: Pick<App, "versions">,
  client: ServiceClient,
  one: ArtifactWithVersion,
  path: string | undefined,
): Promise<FileSet> {
  const { id: artifactId, name } = one.artifact;
  const side = await readVersionDiffSide(app, client, { name, artifactId, version: one.version.version });
  return path === undefined ? side : { ...side, files: side.files.filter((file) => file.path === path) };
}
