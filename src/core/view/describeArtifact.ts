import type { Artifact } from "../../contract/registry.ts";
import { formatByteSize } from "../../text/formatByteSize.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { shortenDigest } from "../../text/shortenDigest.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { statedValue } from "../foundation/statedValue.ts";
import { collectFacts, type NodeText, type TreeNodeOfKind } from "./nodeText.ts";

export function describeVersion({ version, artifact, live }: TreeNodeOfKind<"version">, now: number): NodeText {
  const { publishedBy, notes, digest, size } = version;
  const state = live ? "live" : version.deprecated ? "deprecated" : undefined;
  return {
    label: version.version,
    description: joinTextParts(
      state,
      formatRelativeTime(version.publishedAt, now),
      publishedBy,
      shortenDigest(digest),
      notes,
    ),
    icon: live ? "pass" : version.deprecated ? "circle-slash" : "tag",
    facts: () =>
      collectFacts(
        ["Version", version.version],
        ["Deprecated", version.deprecated ? "yes, use another one" : null],
        ["Published at", statedValue(version.publishedAt)],
        ["Published by", publishedBy],
        ["Notes", notes],
        ["Size", size > 0 ? formatByteSize(size) : null],
        ["Digest", digest],
      ),
    context: `version.${artifact.kind}${live ? ".live" : ""}`,
  };
}

const kinds = {
  server: { all: "Servers", one: "Server", icon: "server-environment" },
  skill: { all: "Skills", one: "Skill", icon: "mortar-board" },
} as const satisfies Record<Artifact["kind"], object>;

export function describeArtifacts({ of, first }: TreeNodeOfKind<"artifacts">): NodeText {
  const { all, icon } = kinds[of];
  const count = `${first.items.length}${first.nextCursor === null ? "" : "+"}`;
  return { label: all, description: count, icon, facts: () => [], context: `artifacts.${of}` };
}

export function describeArtifact({ artifact }: TreeNodeOfKind<"artifact">, now: number): NodeText {
  const { kind, name, title, description, latestVersion, versionCount, updatedAt } = artifact;
  const { one, icon } = kinds[kind];
  return {
    label: title || name,
    description: joinTextParts(latestVersion, formatRelativeTime(updatedAt, now), description),
    icon,
    facts: () =>
      collectFacts(
        [one, title || name],
        ["Name", name],
        ["Description", description],
        ["Latest version", latestVersion],
        ["Versions", versionCount > 0 ? String(versionCount) : null],
      ),
    context: `artifact.${kind}${versionCount > 1 ? ".several" : ""}`,
  };
}

export function describeFolder({ name, path, files }: TreeNodeOfKind<"folder">): NodeText {
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  return {
    label: name,
    description: "",
    icon: "folder",
    facts: () => collectFacts(["Folder", path], ["", count]),
    context: "folder",
  };
}

export function describeFile({ path, size, version, artifact }: TreeNodeOfKind<"file">): NodeText {
  return {
    label: path.slice(path.lastIndexOf("/") + 1),
    description: formatByteSize(size),
    icon: "file",
    facts: () => collectFacts(["File", path], ["Of", `${artifact.name} ${version}`], ["Size", formatByteSize(size)]),
    context: "file",
  };
}
