import * as l10n from "@vscode/l10n";
import type { Skill } from "../../../contract/skills.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import { describeArchived, isArchived } from "../../base/archivedState.ts";
import {
  collectFacts,
  listArtifactOperations,
  listOperations,
  type NodeOperation,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { formatSkillProblem, formatSkillSource } from "../model/formatSkill.ts";
import type { LocalSkill } from "../model/localSkills.ts";
import type { SkillCopy } from "../model/skillCopies.ts";
import { findCopyUpdate, readSkillSourceState } from "../model/skillDrift.ts";

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
  accessibleName: l10n.t("Skill"),
  collapsible: "collapsed",
  isLeaf: ({ skill }) => isArchived(skill),
  opens: findSkillDocument,
  describe: (node, now) => describeArchived(node.skill, describeSkill(node, now), now),
  serviceId: ({ skill }) => skill.id,
  operations: listSkillOperations,
};

export const skillSourceTreeRow: TreeRowKind<SkillSourceNode> = {
  id: ({ source }) => `source:${source.folder}`,
  accessibleName: l10n.t("Skill folder"),
  collapsible: "collapsed",
  // A folder expands only to show its problems.
  isLeaf: ({ source }) => source.problems.length === 0,
  opens: ({ source }) => `${source.folder}/SKILL.md`,
  describe: describeSkillSource,
};

export const skillProblemTreeRow: TreeRowKind<SkillProblemNode> = {
  id: ({ problem: { code, path, line, column, message }, of }) =>
    `problem:${of.skill?.id ?? of.source?.folder}:${code}:${path}:${line}:${column}:${message}`,
  accessibleName: l10n.t("Problem"),
  describe: describeSkillProblem,
  click: () => ({ command: "fairlead.skill.open", title: l10n.t("Open Where It Is") }),
};

/** That of the workspace's folder, else that of the latest version. */
function findSkillDocument({ skill, source }: SkillNode): string | undefined {
  const { name, artifactId, latestVersion: version, files = [] } = skill;
  if (isArchived(skill)) return undefined;
  if (source) return `${source.folder}/SKILL.md`;
  if (!artifactId || !version) return undefined;
  const path = files.find((file) => file.path?.toLowerCase() === "skill.md")?.path ?? "SKILL.md";
  return versionFileUri({ name, artifactId, version, path });
}

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
      updates > 0 ? l10n.t("update available") : undefined,
      changed > 0 ? l10n.t("installed copy changed") : undefined,
      drift?.kind === "changed" ? l10n.t("folder changed") : undefined,
      latestVersion === null ? l10n.t("draft") : latestVersion,
      formatRelativeTime(skill.updatedAt, now),
    ),
    icon: isBad ? "error" : "mortar-board",
    facts: () =>
      collectFacts(
        [l10n.t("Skill"), skill.name],
        [l10n.t("Description"), skill.description],
        [l10n.t("Latest version"), latestVersion === null ? l10n.t("none yet, it is a draft") : latestVersion],
        [l10n.t("Validity"), skill.valid ? l10n.t("valid") : formatSkillProblem(problems)],
        [l10n.t("Comes from"), source && drift && `${source.label}, ${formatSkillSource(drift)}`],
        [
          l10n.t("Installed here"),
          copies.length > 0 ? formatQuantity(copies.length, l10n.t("copy"), l10n.t("copies")) : null,
        ],
        [l10n.t("License"), skill.license],
        [l10n.t("Compatibility"), skill.compatibility],
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
        [l10n.t("Skill"), source.name],
        [l10n.t("Folder"), source.label],
        [l10n.t("Description"), source.description],
        [l10n.t("State"), formatSkillSource(state)],
        [l10n.t("Problems"), problems],
        ["Digest", shortenDigest(source.digest)],
      ),
    context: `source.${state.kind}`,
  };
}

const problemIcons = { error: "error", warning: "warning", information: "info" } as const;

const severityNames = { error: l10n.t("error"), warning: l10n.t("warning"), information: l10n.t("hint") } as const;

function describeSkillProblem({ problem }: SkillProblemNode): NodeText {
  const { path, line, severity, message, code } = problem;
  const where = path !== undefined && line !== undefined ? l10n.t`${path}, line ${line}` : (path ?? line?.toString());
  return {
    label: message ?? code ?? l10n.t("Problem"),
    description: [path, line].filter((part) => part !== undefined).join(":"),
    icon: severity ? problemIcons[severity] : "question",
    facts: () =>
      collectFacts(
        [severity ? severityNames[severity] : l10n.t("problem"), message],
        [l10n.t("Where"), where],
        [l10n.t("Rule"), code],
      ),
    context: "problem",
  };
}

/** A skill as the target of another command. */
export function createSkillNode(skill: Skill): SkillNode {
  return { kind: "skill", skill, source: undefined, copies: [] };
}
