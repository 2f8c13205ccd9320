import * as l10n from "@vscode/l10n";
import type { Artifact, ArtifactResource, RegistryVersion } from "../../../contract/registry.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { formatFullTime, formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { removeMarkdown } from "../../../text/markdown/removeMarkdown.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import {
  collectFacts,
  listArtifactOperations,
  listOperations,
  type NodeOperation,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";

/** A group of all artifacts of a kind, with their first page. */
export interface ArtifactsNode {
  readonly kind: "artifacts";
  readonly of: ArtifactResource["kind"];
  readonly first: { readonly items: readonly Artifact[]; readonly nextCursor: string | null };
}

export interface ArtifactNode {
  readonly kind: "artifact";
  readonly artifact: Artifact;
}

export interface VersionNode {
  readonly kind: "version";
  readonly version: RegistryVersion;
  readonly artifact: VersionedArtifact;
  /** The live deployment uses this version. */
  readonly live: boolean;
  /** It was published before the live version. */
  readonly isEarlier?: true;
}

export const artifactsTreeRow: TreeRowKind<ArtifactsNode> = {
  id: ({ of }) => `artifacts:${of}`,
  collapsible: "expanded",
  describe: describeArtifacts,
  operations: ({ of }) => listOperations(["registry.artifacts"], { kind: of }),
};

export const artifactTreeRow: TreeRowKind<ArtifactNode> = {
  id: ({ artifact }) => `artifact:${artifact.id}`,
  accessibleName: l10n.t("Registry entry"),
  collapsible: "collapsed",
  describe: describeArtifact,
  serviceId: ({ artifact }) => artifact.id,
  operations: ({ artifact }) => listArtifactOperations(artifact.id),
};

export const versionTreeRow: TreeRowKind<VersionNode> = {
  id: ({ artifact, version }) => `version:${artifact.id}:${version.version}`,
  accessibleName: l10n.t("Version"),
  collapsible: "collapsed",
  describe: describeVersion,
  serviceId: ({ version }) => version.digest,
  operations: listVersionOperations,
};

const kinds = {
  server: { all: l10n.t("Servers"), one: l10n.t("Server"), icon: "server-environment" },
  skill: { all: l10n.t("Skills"), one: l10n.t("Skill"), icon: "mortar-board" },
} as const satisfies Record<ArtifactResource["kind"], object>;
const anyKind = { one: l10n.t("Registry entry"), icon: "package" } as const;

function describeArtifacts({ of, first }: ArtifactsNode): NodeText {
  const { all, icon } = kinds[of];
  const count = `${first.items.length}${first.nextCursor === null ? "" : "+"}`;
  return { label: all, description: count, icon, facts: () => [], context: `artifacts.${of}` };
}

function describeArtifact({ artifact }: ArtifactNode, now: number): NodeText {
  const { kind, name, title, latestVersion, versionCount, updatedAt } = artifact;
  const description = removeMarkdown(artifact.description ?? "");
  const { one, icon } = kind ? kinds[kind] : anyKind;
  const version = joinTextParts(latestVersion, formatRelativeTime(updatedAt, now));
  return {
    label: title || name,
    description: joinTextParts(version, description),
    spokenDescription: version,
    icon,
    facts: () =>
      collectFacts(
        [one, title || name],
        [l10n.t("Name"), name],
        [l10n.t("Description"), description],
        [l10n.t("Latest version"), latestVersion],
        [l10n.t("Versions"), versionCount ? String(versionCount) : null],
      ),
    context: `artifact.${kind ?? "unknown"}${versionCount === undefined || versionCount <= 1 ? "" : ".several"}`,
  };
}

function describeVersion({ version, artifact, live, isEarlier }: VersionNode, now: number): NodeText {
  const { publishedBy, notes, digest, size } = version;
  const state = live ? l10n.t("live") : version.deprecated ? l10n.t("deprecated") : undefined;
  return {
    label: version.version,
    description: joinTextParts(
      state,
      formatRelativeTime(version.publishedAt, now),
      publishedBy,
      digest && shortenDigest(digest),
      notes,
    ),
    icon: live ? "pass" : version.deprecated ? "circle-slash" : "tag",
    facts: () =>
      collectFacts(
        [l10n.t("Version"), version.version],
        [l10n.t("Deprecated"), version.deprecated ? l10n.t("yes, use another one") : null],
        [l10n.t("Published"), formatFullTime(version.publishedAt)],
        [l10n.t("Published by"), publishedBy],
        [l10n.t("Notes"), notes],
        [l10n.t("Size"), size ? formatByteSize(size) : null],
        ["Digest", digest],
      ),
    context: `version.${artifact.kind ?? "unknown"}${live ? ".live" : isEarlier ? ".earlier" : ""}`,
  };
}

function listVersionOperations({ artifact, version: { version } }: VersionNode): readonly NodeOperation[] {
  const { id, kind, ownerId } = artifact;
  const read = listOperations(["registry.artifact"], { id, version });
  if (ownerId === undefined || kind === undefined) return read;
  const forServer = ["server.deploy", "serverTestRuns.start"] as const;
  const forSkill = ["skill.install", "skillTestRuns.start"] as const;
  return [...read, ...listOperations(kind === "server" ? forServer : forSkill, { id: ownerId, version })];
}
