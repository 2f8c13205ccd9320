import type { Artifact } from "../../contract/registry.ts";
import { sizeWords } from "../../text/formatByteSize.ts";
import { shortDigest } from "../../text/shortenDigest.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said } from "../foundation/statedValue.ts";
import { facts, type NodeOf, type NodeText, words } from "./nodeText.ts";

export function describeVersion({ version, artifact, live }: NodeOf<"version">, now: number): NodeText {
  const { publishedBy, notes, digest, size } = version;
  const state = live ? "live" : version.deprecated ? "deprecated" : undefined;
  return {
    label: version.version,
    description: words(state, ago(version.publishedAt, now), publishedBy, shortDigest(digest), notes),
    icon: live ? "pass" : version.deprecated ? "circle-slash" : "tag",
    facts: () =>
      facts(
        ["Version", version.version],
        ["Deprecated", version.deprecated ? "yes, use another one" : null],
        ["Published at", said(version.publishedAt)],
        ["Published by", publishedBy],
        ["Notes", notes],
        ["Size", size > 0 ? sizeWords(size) : null],
        ["Digest", digest],
      ),
    context: `version.${artifact.kind}${live ? ".live" : ""}`,
  };
}

const kinds = {
  server: { all: "Servers", one: "Server", icon: "server-environment" },
  skill: { all: "Skills", one: "Skill", icon: "mortar-board" },
} as const satisfies Record<Artifact["kind"], object>;

export function describeArtifacts({ of, first }: NodeOf<"artifacts">): NodeText {
  const { all, icon } = kinds[of];
  const count = `${first.items.length}${first.nextCursor === null ? "" : "+"}`;
  return { label: all, description: count, icon, facts: () => [], context: `artifacts.${of}` };
}

export function describeArtifact({ artifact }: NodeOf<"artifact">, now: number): NodeText {
  const { kind, name, title, description, latestVersion, versionCount, updatedAt } = artifact;
  const { one, icon } = kinds[kind];
  return {
    label: title || name,
    description: words(latestVersion, ago(updatedAt, now), description),
    icon,
    facts: () =>
      facts(
        [one, title || name],
        ["Name", name],
        ["Description", description],
        ["Latest version", latestVersion],
        ["Versions", versionCount > 0 ? String(versionCount) : null],
      ),
    context: `artifact.${kind}${versionCount > 1 ? ".several" : ""}`,
  };
}

export function describeFolder({ name, path, files }: NodeOf<"folder">): NodeText {
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  return {
    label: name,
    description: "",
    icon: "folder",
    facts: () => facts(["Folder", path], ["", count]),
    context: "folder",
  };
}

export function describeFile({ path, size, version, artifact }: NodeOf<"file">): NodeText {
  return {
    label: path.slice(path.lastIndexOf("/") + 1),
    description: sizeWords(size),
    icon: "file",
    facts: () => facts(["File", path], ["Of", `${artifact.name} ${version}`], ["Size", sizeWords(size)]),
    context: "file",
  };
}
