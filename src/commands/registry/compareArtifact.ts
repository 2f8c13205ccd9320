import type { Client } from "../../client/client.ts";
import type { Version } from "../../contract/registry.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { FileSide } from "../../core/registry/fileDifferences.ts";
import { findVersion } from "../../core/registry/findRegistryVersion.ts";
import { versionOfNode } from "../../core/view/findNodeVersion.ts";
import type { Node, VersionedArtifact } from "../../core/view/nodes.ts";
import type { NodeOf } from "../../core/view/nodeText.ts";
import type { App, Command, Target } from "../app.ts";
import { chooseArtifact } from "./chooseArtifact.ts";
import { chooseVersion } from "./chooseVersion.ts";
import { versionSide } from "./diffSides.ts";
import { type ArtifactVersion, readVersions } from "./findArtifactVersion.ts";
import { artifactOf } from "./findNodeArtifact.ts";
import { showDifferences } from "./showDifferences.ts";

const title = "Compare Versions";

type Pair = readonly [ArtifactVersion, ArtifactVersion];

/** Shows how two versions differ: two that are selected, or one and another that is asked for. A file alone stays alone. */
export const compareArtifact: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const pair = selectedPair(target) ?? (await askPair(app, client, target.node));
  if (!pair) return;
  const [older, newer] = pair.toSorted((one, other) => publishedAt(one) - publishedAt(other));
  if (!older || !newer) return;
  const path = target.node?.kind === "file" ? target.node.path : undefined;
  const sides = await Promise.all([older, newer].map((one) => sideOf(app, client, one, path)));
  const [left, right] = sides;
  if (left && right) await showDifferences(app, left, right);
};

function selectedPair({ nodes = [] }: Target): Pair | undefined {
  const isVersion = (node: Node): node is NodeOf<"version"> => node.kind === "version";
  const [one, other, ...more] = nodes.filter(isVersion);
  return one && other && more.length === 0 ? [one, other] : undefined;
}

async function askPair(app: App, client: Client, node: Node | undefined): Promise<Pair | undefined> {
  const artifact = artifactOf(node) ?? (await chooseArtifact(app, client, { title }));
  if (artifact === undefined || artifact === back) return undefined;
  const versions = await readVersions(client, artifact);
  const one =
    (await clickedOf(client, artifact, node, versions)) ??
    (await askVersion(app, versions, `Which version of ${artifact.name}?`));
  if (!one) return undefined;
  const others = otherVersions(versions, one);
  if (others.length === 0) {
    say(app, "info", `${artifact.name} has one version only: there is none to compare it with.`);
    return undefined;
  }
  const other = await askVersion(app, others, `Which version to compare ${one.version} with?`);
  return other && pairOf(artifact, one, other);
}

async function clickedOf(
  client: Client,
  { id }: VersionedArtifact,
  node: Node | undefined,
  versions: readonly Version[],
): Promise<Version | undefined> {
  const clicked = versionOfNode(node);
  if (clicked === undefined) return versions.length === 1 ? versions[0] : undefined;
  return versions.find(({ version }) => version === clicked) ?? findVersion(client, id, clicked);
}

/** The one before it comes first: that is what is asked for most. */
function otherVersions(versions: readonly Version[], { version }: Version): readonly Version[] {
  const at = versions.findIndex((one) => one.version === version);
  return [...versions.slice(at + 1), ...versions.slice(0, Math.max(at, 0)).toReversed()];
}

async function askVersion(app: App, versions: readonly Version[], placeholder: string) {
  if (versions.length === 1) return versions[0];
  const picked = await chooseVersion(app, versions, { title, placeholder });
  return picked === back ? undefined : picked;
}

function pairOf(artifact: VersionedArtifact, one: Version, other: Version): Pair {
  return [
    { artifact, version: one },
    { artifact, version: other },
  ];
}

const publishedAt = ({ version }: ArtifactVersion) => Date.parse(version.publishedAt);

async function sideOf(app: App, client: Client, one: ArtifactVersion, path: string | undefined): Promise<FileSide> {
  const { id: artifactId, name } = one.artifact;
  const side = await versionSide(app, client, { name, artifactId, version: one.version.version });
  return path === undefined ? side : { ...side, files: side.files.filter((file) => file.path === path) };
}
