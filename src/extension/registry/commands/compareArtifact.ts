import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import { compareVersionTools } from "../../../surface/versionReader.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { TreeNode, TreeNodeOfKind } from "../../workbench/nodes.ts";
import { createVersionReader, findRegistryVersion } from "../model/createVersionReader.ts";
import type { FileSet } from "../model/fileDifferences.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";
import type { RegistryServices } from "../registryServices.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import {
  type ArtifactWithVersion,
  chooseVersion,
  findNodeArtifact,
  findNodeVersion,
  readArtifactVersions,
} from "./findArtifactVersion.ts";
import { readVersionDiffSide, showDifferences, showToolChanges } from "./showDifferences.ts";

const title = l10n.t("Compare Versions");

/**
 * Compares two versions: two selected ones, or one and another that the user picks. A file is compared as a file; a server's files or
 * its tools.
 */
export const compareArtifact: CommandHandler<EditorServices & RegistryServices> = async (app, target) => {
  const client = await app.client();
  const pair = client && (await chooseVersionPair(app, client, target));
  if (!pair) return;
  const path = target.node?.kind === "file" ? target.node.path : undefined;
  const { kind, id } = pair.newer.artifact;
  const isServer = kind === "server" && pair.older.artifact.id === id && path === undefined;
  const compared = isServer ? await askWhat(app) : "files";
  if (compared === undefined) return;
  if (compared === "tools") return compareTools(app, client, pair);
  const [left, right] = await Promise.all([
    sideOf(app, client, pair.older, path),
    sideOf(app, client, pair.newer, path),
  ]);
  await showDifferences(app, left, right);
};

function askWhat({ prompts }: EditorServices) {
  return prompts.pick<"files" | "tools">({
    title,
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
  if (changes) await showToolChanges(app, { name, before, after }, changes);
  else
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

interface VersionPair {
  readonly older: ArtifactWithVersion;
  readonly newer: ArtifactWithVersion;
}

/** Two versions to compare: two selected ones, or one and another that the user picks. undefined: cancelled. */
async function chooseVersionPair(
  app: EditorServices,
  client: ServiceClient,
  target: CommandTarget,
): Promise<VersionPair | undefined> {
  const pair = selectedPair(target) ?? (await askPair(app, client, target.node));
  const [older, newer] = pair?.toSorted((one, other) => publishedAt(one) - publishedAt(other)) ?? [];
  return older && newer && { older, newer };
}

function selectedPair({ nodes = [] }: CommandTarget): readonly ArtifactWithVersion[] | undefined {
  const isVersion = (node: TreeNode): node is TreeNodeOfKind<"version"> => node.kind === "version";
  const [one, other, ...more] = nodes.filter(isVersion);
  return one && other && more.length === 0 ? [one, other] : undefined;
}

async function askPair(
  app: EditorServices,
  client: ServiceClient,
  node: TreeNode | undefined,
): Promise<readonly ArtifactWithVersion[] | undefined> {
  const artifact = findNodeArtifact(node) ?? (await chooseArtifact(app, client, title));
  if (artifact === undefined || artifact === promptBack) return undefined;
  const versions = await readArtifactVersions(client, artifact);
  const one =
    (await clickedOf(client, artifact, node, versions)) ??
    (await askVersion(app, versions, l10n.t`Which version of ${artifact.name}?`));
  if (!one) return undefined;
  const others = otherVersions(versions, one);
  if (others.length === 0) {
    showMessage(app, "info", l10n.t`${artifact.name} has one version only: there is none to compare it with.`);
    return undefined;
  }
  const question = l10n.t`Which version to compare ${one.version} with?`;
  const other = await askVersion(app, others, question, versions[0]);
  return other && [one, other].map((version) => ({ artifact, version }));
}

async function clickedOf(
  client: ServiceClient,
  { id }: VersionedArtifact,
  node: TreeNode | undefined,
  versions: readonly RegistryVersion[],
): Promise<RegistryVersion | undefined> {
  const clicked = findNodeVersion(node);
  if (clicked === undefined) return versions.length === 1 ? versions[0] : undefined;
  return versions.find(({ version }) => version === clicked) ?? findRegistryVersion(client, id, clicked);
}

/** The previous version comes first, because it is compared most often. */
function otherVersions(versions: readonly RegistryVersion[], { version }: RegistryVersion): readonly RegistryVersion[] {
  const index = versions.findIndex((one) => one.version === version);
  return [...versions.slice(index + 1), ...versions.slice(0, Math.max(index, 0)).toReversed()];
}

async function askVersion(
  app: EditorServices,
  versions: readonly RegistryVersion[],
  placeholder: string,
  newest: RegistryVersion | undefined = versions[0],
) {
  if (versions.length === 1) return versions[0];
  const picked = await chooseVersion(app, versions, { title, placeholder }, newest);
  return picked === promptBack ? undefined : picked;
}

const publishedAt = ({ version }: ArtifactWithVersion) =>
  version.publishedAt === undefined ? 0 : Date.parse(version.publishedAt);
