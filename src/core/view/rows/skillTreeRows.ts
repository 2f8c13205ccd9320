import type { Skill } from "../../../contract/skills.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import { isArchived } from "../../foundation/archivedState.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { formatSkillProblem, formatSkillSource } from "../../skill/formatSkill.ts";
import type { LocalSkill } from "../../skill/localSkills.ts";
import type { SkillCopy } from "../../skill/skillCopies.ts";
import { findCopyUpdate, readSkillSourceState } from "../../skill/skillDrift.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { describeArchived } from "./describeArchived.ts";
import { formatCopyRevision } from "./installationTreeRow.ts";
import { formatItemRevision } from "./itemRevision.ts";
import { listArtifactOperations, listOperations, type NodeOperation, type TreeRowKind } from "./treeRowKind.ts";

export interface SkillNode {
  readonly kind: "skill";
  readonly skill: Skill;
  /** The source folder in the workspace. */
  readonly source: LocalSkill | undefined;
  /** Its copies on this machine. */
  readonly copies: readonly SkillCopy[];
}

/** A skill's folder: below its hosted skill, or alone when it is not hosted. */
export interface SkillSourceNode {
  readonly kind: "source";
  readonly source: LocalSkill;
  readonly skill: Skill | undefined;
}

export interface SkillProblemNode {
  readonly kind: "problem";
  readonly problem: NonNullable<Skill["problems"]>[number];
  readonly of: { readonly skill: Skill | undefined; readonly source: LocalSkill | undefined };
}

export const skillTreeRow: TreeRowKind<SkillNode> = {
  id: ({ skill }) => `skill:${skill.id}`,
  accessibleName: "Skill",
  collapsible: "collapsed",
  isLeaf: ({ skill }) => isArchived(skill),
  describe: (node, now) => describeArchived(node.skill, describeSkill(node, now), now),
  revision: ({ skill, source, copies }) =>
    JSON.stringify([formatItemRevision(skill), skill.digest, source?.digest, copies.map(formatCopyRevision)]),
  serviceId: ({ skill }) => skill.id,
  operations: listSkillOperations,
};

export const skillSourceTreeRow: TreeRowKind<SkillSourceNode> = {
  id: ({ source }) => `source:${source.folder}`,
  accessibleName: "Skill folder",
  collapsible: "collapsed",
  // A folder expands only to show its problems.
  isLeaf: ({ source }) => source.problems.length === 0,
  describe: describeSkillSource,
  revision: ({ source, skill }) => `${source.digest} ${skill?.digest ?? ""} ${skill?.latestVersion ?? ""}`,
};

export const skillProblemTreeRow: TreeRowKind<SkillProblemNode> = {
  id: ({ problem: { code, path, line, column, message }, of }) =>
    `problem:${of.skill?.id ?? of.source?.folder}:${code}:${path}:${line}:${column}:${message}`,
  accessibleName: "Problem",
  describe: describeSkillProblem,
  revision: ({ problem }) => problem.message ?? "",
  click: () => ({ command: "fairlead.skill.open", title: "Open Where It Is" }),
};

function describeSkill({ skill, source, copies }: SkillNode, now: number): NodeText {
  const updates = copies.filter((copy) => findCopyUpdate(copy, skill) !== undefined).length;
  const changed = copies.filter(({ state }) => state.kind !== "same").length;
  const drift = source && readSkillSourceState(source.digest, skill);
  const { latestVersion, problems = [] } = skill;
  // A service may not validate skills: without problems the skill counts as valid.
  const isBad = !skill.valid && problems.length > 0;
  return {
    label: skill.name,
    description: joinTextParts(
      isBad ? formatSkillProblem(problems) : undefined,
      updates > 0 ? "update available" : undefined,
      changed > 0 ? "installed copy changed" : undefined,
      drift?.kind === "changed" ? "workspace differs" : undefined,
      latestVersion === null ? "draft" : latestVersion,
      formatRelativeTime(skill.updatedAt, now),
    ),
    icon: isBad ? "error" : "mortar-board",
    facts: () =>
      collectFacts(
        ["Skill", skill.name],
        ["Description", skill.description],
        ["Latest version", latestVersion === null ? "none yet, it is a draft" : latestVersion],
        ["Validity", skill.valid ? "valid" : formatSkillProblem(problems)],
        ["Comes from", source && drift && `${source.label}, ${formatSkillSource(drift)}`],
        ["Installed here", copies.length > 0 ? `${copies.length} ${copies.length === 1 ? "copy" : "copies"}` : null],
        ["License", skill.license],
        ["Compatibility", skill.compatibility],
        ["Digest", skill.digest],
      ),
    context: [
      "skill",
      latestVersion ? "published" : "draft",
      ...(source ? ["source"] : []),
      ...(updates > 0 ? ["update"] : []),
      ...(copies.length > 0 ? ["installed"] : []),
    ].join("."),
  };
}

function listSkillOperations({ skill: { id, artifactId } }: SkillNode): readonly NodeOperation[] {
  return [
    ...listOperations(["skills.list", "skill.update"], { id }),
    ...listOperations(["skill.installations", "skill.install", "skill.uninstall"], { id }),
    ...listOperations(["skillTestRuns.list", "skillTestRuns.start"], { id }),
    ...(artifactId ? listArtifactOperations(artifactId) : []),
  ];
}

function describeSkillSource({ source, skill }: SkillSourceNode): NodeText {
  const state = readSkillSourceState(source.digest, skill);
  const problems = source.problems.length > 0 ? formatSkillProblem(source.problems) : undefined;
  const isOwn = skill === undefined;
  return {
    label: isOwn ? source.name : source.label,
    description: joinTextParts(formatSkillSource(state), problems, isOwn ? source.label : undefined),
    icon: isOwn ? "mortar-board" : state.kind === "same" ? "folder" : "git-compare",
    facts: () =>
      collectFacts(
        ["Skill", source.name],
        ["Folder", source.label],
        ["Description", source.description],
        ["State", formatSkillSource(state)],
        ["Problems", problems],
        ["Digest", shortenDigest(source.digest)],
      ),
    context: `source.${state.kind}`,
  };
}

const problemIcons = { error: "error", warning: "warning", information: "info" } as const;

/** Path and line, as far as the service reports them. */
const joinLocation = (separator: string, ...parts: readonly (string | number | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(separator);

function describeSkillProblem({ problem }: SkillProblemNode): NodeText {
  const { path, line, severity, message, code } = problem;
  return {
    label: message ?? code ?? "Problem",
    description: joinLocation(":", path, line),
    icon: severity ? problemIcons[severity] : "question",
    facts: () =>
      collectFacts([severity ?? "problem", message], ["Where", joinLocation(", line ", path, line)], ["Rule", code]),
    context: "problem",
  };
}
