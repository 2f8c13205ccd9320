import type { SkillProblem } from "../../contract/skills.ts";
import { shortDigest } from "../../text/shortenDigest.ts";
import { pathOf } from "../foundation/folderPath.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { says } from "../foundation/statedValue.ts";
import { copyWords, problemWords, sourceWords } from "../skill/formatSkill.ts";
import { agentName } from "../skill/installTargets.ts";
import { sourceState, updateFor } from "../skill/skillDrift.ts";
import { facts, type NodeOf, type NodeText, words } from "./nodeText.ts";

export function describeSkill({ skill, source, copies }: NodeOf<"skill">, now: number): NodeText {
  const updates = copies.filter((copy) => updateFor(copy, skill) !== undefined).length;
  const changed = copies.filter(({ state }) => state.kind !== "same").length;
  const drift = source && sourceState(source.digest, skill);
  const isDraft = skill.latestVersion === null;
  // A service may say of no skill whether it is valid: nothing is wrong with it then.
  const isBad = !skill.valid && skill.problems.length > 0;
  return {
    label: skill.name,
    description: words(
      isDraft && says(skill, "latestVersion") ? "draft" : skill.latestVersion,
      skill.valid ? "valid" : problemWords(skill.problems),
      drift?.kind === "changed" ? "workspace differs" : undefined,
      updates > 0 ? "update available" : undefined,
      changed > 0 ? "installed copy changed" : undefined,
      ago(skill.updatedAt, now),
    ),
    icon: isBad ? "error" : "mortar-board",
    facts: () =>
      facts(
        ["Skill", skill.name],
        ["Description", skill.description],
        ["Latest version", skill.latestVersion ?? (says(skill, "latestVersion") ? "none yet, it is a draft" : null)],
        ["Validity", skill.valid ? "valid" : problemWords(skill.problems)],
        ["Comes from", source && drift && `${source.label}, ${sourceWords(drift)}`],
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

export function describeSource({ source, skill }: NodeOf<"source">): NodeText {
  const state = sourceState(source.digest, skill);
  const problems = source.problems.length > 0 ? problemWords(source.problems) : undefined;
  const isOwn = skill === undefined;
  return {
    label: isOwn ? source.name : source.label,
    description: words(sourceWords(state), problems, isOwn ? source.label : undefined),
    icon: isOwn ? "mortar-board" : state.kind === "same" ? "folder" : "git-compare",
    facts: () =>
      facts(
        ["Skill", source.name],
        ["Folder", source.label],
        ["Description", source.description],
        ["State", sourceWords(state)],
        ["Problems", problems],
        ["Digest", shortDigest(source.digest)],
      ),
    context: `source.${state.kind}`,
  };
}

export function describeInstallation({ installation, copy, skill }: NodeOf<"installation">, now: number): NodeText {
  const agent = agentName(copy?.record.agent ?? installation?.target.agent ?? "");
  const version = copy?.record.version ?? installation?.version;
  const scope = copy?.scope ?? installation?.target.scope;
  const update = copy && updateFor(copy, skill);
  const elsewhere = copy ? undefined : `on ${installation?.target.machine}`;
  return {
    label: agent,
    description: words(version, scope === "user" ? "user" : "workspace", copy && copyWords(copy, skill), elsewhere),
    icon: copy ? (copy.state.kind !== "same" ? "warning" : update ? "arrow-circle-up" : "pass") : "vm",
    facts: () =>
      facts(
        ["Installed for", agent],
        ["Version", version],
        ["State", copy ? copyWords(copy, skill) : null],
        ["Changed files", copy?.state.kind === "changed" ? copy.state.paths.join(", ") : null],
        ["Folder", copy ? pathOf(copy.place) : installation?.target.path],
        ["Machine", installation?.target.machine],
        ["Installed", installation && ago(installation.createdAt, now)],
      ),
    context: `installation.${copy ? copy.state.kind : "elsewhere"}${update ? ".update" : ""}`,
  };
}

const problemIcons = { error: "error", warning: "warning", information: "info" } as const satisfies Record<
  SkillProblem["severity"],
  string
>;

export function describeProblem({ problem }: NodeOf<"problem">): NodeText {
  const { path, line, severity, message, code } = problem;
  return {
    label: message,
    description: `${path}:${line}`,
    icon: problemIcons[severity],
    facts: () => facts([severity, message], ["Where", `${path}, line ${line}`], ["Rule", code]),
    context: "problem",
  };
}
