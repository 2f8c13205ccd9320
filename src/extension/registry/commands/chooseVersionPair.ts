import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { TreeNode, TreeNodeOfKind } from "../../workbench/nodes.ts";
import { findRegistryVersion } from "../model/findRegistryVersion.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { chooseVersion } from "./chooseVersion.ts";
import { type ArtifactWithVersion, readArtifactVersions } from "./findArtifactVersion.ts";
import { findNodeArtifact, findNodeVersion } from "./findNodeArtifact.ts";

export interface VersionPair {
  readonly older: ArtifactWithVersion;
  readonly newer: ArtifactWithVersion;
}

/** Two versions to compare: two selected ones, or one and another that the user picks. undefined: cancelled. */
export async function chooseVersionPair(
  app: EditorServices,
  client: ServiceClient,
  target: CommandTarget,
  question: { readonly title: string },
): Promise<VersionPair | undefined> {
  const pair = selectedPair(target) ?? (await askPair(app, client, target.node, question));
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
  question: { readonly title: string },
): Promise<readonly ArtifactWithVersion[] | undefined> {
  const artifact = findNodeArtifact(node) ?? (await chooseArtifact(app, client, question));
  if (artifact === undefined || artifact === promptBack) return undefined;
  const { title } = question;
  const versions = await readArtifactVersions(client, artifact);
  const one =
    (await clickedOf(client, artifact, node, versions)) ??
    (await askVersion(app, versions, title, l10n.t`Which version of ${artifact.name}?`));
  if (!one) return undefined;
  const others = otherVersions(versions, one);
  if (others.length === 0) {
    showMessage(app, "info", l10n.t`${artifact.name} has one version only: there is none to compare it with.`);
    return undefined;
  }
  const other = await askVersion(app, others, title, l10n.t`Which version to compare ${one.version} with?`);
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
  title: string,
  placeholder: string,
) {
  if (versions.length === 1) return versions[0];
  const picked = await chooseVersion(app, versions, { title, placeholder });
  return picked === promptBack ? undefined : picked;
}

const publishedAt = ({ version }: ArtifactWithVersion) =>
  version.publishedAt === undefined ? 0 : Date.parse(version.publishedAt);
