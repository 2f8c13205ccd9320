import type { SkillProblem } from "../../contract/skills.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { shortenDigest } from "../../text/shortenDigest.ts";
import { formatFolderPath } from "../foundation/folderPath.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { isFieldStated } from "../foundation/statedValue.ts";
import { formatSkillCopy, formatSkillProblem, formatSkillSource } from "../skill/formatSkill.ts";
import { formatAgentName } from "../skill/installTargets.ts";
import { findCopyUpdate, readSkillSourceState } from "../skill/skillDrift.ts";
import { collectFacts, type NodeText, type TreeNodeOfKind } from "./nodeText.ts";

export function describeSkill({ skill, source, copies }: TreeNodeOfKind<"skill">, now: number): NodeText {
  const updates = copies.filter((copy) => findCopyUpdate(copy, skill) !== undefined).length;
  const changed = copies.filter(({ state }) => state.kind !== "same").length;
  const drift = source && readSkillSourceState(source.digest, skill);
  const isDraft = skill.latestVersion === null;
  // A service may say of no skill whether it is valid: nothing is wrong with it then.
  const isBad = !skill.valid && skill.problems.length > 0;
  return {
    label: skill.name,
    description: joinTextParts(
      isDraft && isFieldStated(skill, "latestVersion") ? "draft" : skill.latestVersion,
      skill.valid ? "valid" : formatSkillProblem(skill.problems),
      drift?.kind === "changed" ? "workspace differs" : undefined,
      updates > 0 ? "update available" : undefined,
      changed > 0 ? "installed copy changed" : undefined,
      formatRelativeTime(skill.updatedAt, now),
    ),
    icon: isBad ? "error" : "mortar-board",
    facts: () =>
      collectFacts(
        ["Skill", skill.name],
        ["Description", skill.description],
        [
          "Latest version",
          skill.latestVersion ?? (isFieldStated(skill, "latestVersion") ? "none yet, it is a draft" : null),
        ],
        ["Validity", skill.valid ? "valid" : formatSkillProblem(skill.problems)],
        ["Comes from", source && drift && `${source.label}, ${formatSkillSource(drift)}`],
        ["Installed here", copies.length > 0 ? `${copies.length} ${copies.length === 1 ? "copy" : "copies"}` : null],
        ["License", skill.license],
        ["Compatibility", skill.compatibility],
        ["Digest", skill.digest],
      ),
    context: [
      "skill",
      isDraft ? "draft" : "published",
      ...(source ? ["source"] : []),
      ...(updates > 0 ? ["update"] : []),
      ...(copies.length > 0 ? ["installed"] : []),
    ].join("."),
  };
}

export function describeSource({ source, skill }: TreeNodeOfKind<"source">): NodeText {
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

export function describeInstallation(
  { installation, copy, skill }: TreeNodeOfKind<"installation">,
  now: number,
): NodeText {
  const agent = formatAgentName(copy?.record.agent ?? installation?.target.agent ?? "");
  const version = copy?.record.version ?? installation?.version;
  const scope = copy?.scope ?? installation?.target.scope;
  const update = copy && findCopyUpdate(copy, skill);
  const elsewhere = copy ? undefined : `on ${installation?.target.machine}`;
  return {
    label: agent,
    description: joinTextParts(
      version,
      scope === "user" ? "user" : "workspace",
      copy && formatSkillCopy(copy, skill),
      elsewhere,
    ),
    icon: copy ? (copy.state.kind !== "same" ? "warning" : update ? "arrow-circle-up" : "pass") : "vm",
    facts: () =>
      collectFacts(
        ["Installed for", agent],
        ["Version", version],
        ["State", copy ? formatSkillCopy(copy, skill) : null],
        ["Changed files", copy?.state.kind === "changed" ? copy.state.paths.join(", ") : null],
        ["Folder", copy ? formatFolderPath(copy.place) : installation?.target.path],
        ["Machine", installation?.target.machine],
        ["Installed", installation && formatRelativeTime(installation.createdAt, now)],
      ),
    context: `installation.${copy ? copy.state.kind : "elsewhere"}${update ? ".update" : ""}`,
  };
}

const problemIcons = { error: "error", warning: "warning", information: "info" } as const satisfies Record<
  SkillProblem["severity"],
  string
>;

export function describeProblem({ problem }: TreeNodeOfKind<"problem">): NodeText {
  const { path, line, severity, message, code } = problem;
  return {
    label: message,
    description: `${path}:${line}`,
    icon: problemIcons[severity],
    facts: () => collectFacts([severity, message], ["Where", `${path}, line ${line}`], ["Rule", code]),
    context: "problem",
  };
}
