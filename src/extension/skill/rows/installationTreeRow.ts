import * as l10n from "@vscode/l10n";
import type { Installation, Skill } from "../../../contract/skills.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { folderPathUri, formatFolderPath, scopeNames } from "../../base/folderPath.ts";
import {
  collectFacts,
  listOperations,
  type NodeOperation,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { formatState } from "../../base/serviceState.ts";
import { formatSkillCopy } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import type { SkillCopy } from "../model/skillCopies.ts";
import { findCopyUpdate } from "../model/skillDrift.ts";

export interface InstallationNode {
  readonly kind: "installation";
  readonly skill: Skill;
  /** The service's record; undefined when the files came with the workspace. */
  readonly installation: Installation | undefined;
  /** The files; undefined when they are on another machine or in another workspace. */
  readonly copy: SkillCopy | undefined;
}

export const installationTreeRow: TreeRowKind<InstallationNode> = {
  // A copy is on the disk before the service has its record.
  id: ({ installation, copy }) => `installation:${copy ? folderPathUri(copy.folder) : installation?.id}`,
  accessibleName: l10n.t("Installation"),
  describe: describeInstallation,
  opens: ({ copy }) => (copy && copy.state.kind !== "missing" ? `${folderPathUri(copy.folder)}/SKILL.md` : undefined),
  serviceId: ({ installation }) => installation?.id,
  operations: listInstallationOperations,
};

function describeInstallation({ installation, copy, skill }: InstallationNode, now: number): NodeText {
  const target = installation?.target;
  const agentId = copy?.record.agent ?? target?.agent;
  const agent = agentId === undefined ? undefined : formatAgentName(agentId);
  const version = copy?.record.version ?? installation?.version;
  const scope = copy?.scope ?? target?.scope;
  const update = copy && findCopyUpdate(copy, skill);
  const status = installation?.status;
  const state = copy || status === "installed" ? undefined : formatState(status);
  const elsewhere = copy || !target?.machine ? undefined : l10n.t`on ${target.machine}`;
  return {
    label: agent ?? l10n.t("Installation"),
    description: joinTextParts(
      copy ? formatSkillCopy(copy, skill) : state,
      elsewhere,
      version,
      scope && scopeNames[scope],
    ),
    icon: copy
      ? copy.state.kind !== "same"
        ? "warning"
        : update
          ? "arrow-circle-up"
          : "pass"
      : typeof status === "string"
        ? "vm"
        : "question",
    facts: () =>
      collectFacts(
        [l10n.t("Installed for"), agent],
        [l10n.t("Version"), version],
        [l10n.t("State"), copy ? formatSkillCopy(copy, skill) : (state ?? null)],
        [l10n.t("Changed files"), copy?.state.kind === "changed" ? copy.state.paths.join(", ") : null],
        [l10n.t("Folder"), copy ? formatFolderPath(copy.folder) : target?.path],
        [l10n.t("Machine"), target?.machine],
        [l10n.t("Installed"), formatRelativeTime(installation?.createdAt, now)],
      ),
    context: `installation.${copy ? copy.state.kind : "elsewhere"}${update ? ".update" : ""}`,
  };
}

function listInstallationOperations({ skill: { id }, installation }: InstallationNode): readonly NodeOperation[] {
  const uninstall = installation ? listOperations(["skill.uninstall"], { id, installationId: installation.id }) : [];
  return [...uninstall, ...listOperations(["skill.installations"], { id })];
}
