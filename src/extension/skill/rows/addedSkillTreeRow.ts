import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { folderPathUri, formatFolderLabel } from "../../base/folderPath.ts";
import { collectFacts, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { formatSkillCopy } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import type { SkillCopy } from "../model/skillCopies.ts";
import { readLockedSource } from "../model/source/lockedSource.ts";
import { formatSourceAddress, type SkillSource } from "../model/source/skillSource.ts";

/** A skill that was added from elsewhere than a service, with its copies. */
export interface AddedSkillNode {
  readonly kind: "addedSkill";
  readonly name: string;
  readonly copies: readonly SkillCopy[];
  /** Its source has something newer. */
  readonly isNewer?: true;
}

export const addedSkillTreeRow: TreeRowKind<AddedSkillNode> = {
  id: ({ name, copies }) => `added:${copies.map(({ lock }) => folderPathUri(lock))[0]}:${name}`,
  accessibleName: l10n.t("Added skill"),
  describe: describeAddedSkill,
  opens: ({ copies: [copy] }) => copy && `${folderPathUri(copy.folder)}/SKILL.md`,
};

function describeAddedSkill({ name, copies, isNewer }: AddedSkillNode): NodeText {
  const changed = copies.find(({ state }) => state.kind !== "same");
  const [first] = copies;
  const located = first && readLockedSource(first.entry, name, first.lock);
  const from = located && formatSourceAddress(located.source);
  const agents = formatList(copies.map(({ record }) => formatAgentName(record.agent)));
  const version = first?.record.version;
  const newer = isNewer ? formatNewer(located?.source.kind) : undefined;
  return {
    label: name,
    description: joinTextParts(
      agents,
      located && formatOrigin(located.source),
      version,
      changed && formatSkillCopy(changed, undefined),
      newer,
    ),
    icon: changed ? "warning" : isNewer ? "arrow-circle-up" : "package",
    facts: () =>
      collectFacts(
        [l10n.t("Skill"), name],
        [l10n.t("Comes from"), from],
        [l10n.t("Version"), version],
        [l10n.t("Commit"), first?.record.commit],
        [l10n.t("Source"), newer],
        [l10n.t("Installed for"), agents],
        [l10n.t("Folder"), formatList(copies.map(formatFolderLabel))],
        [l10n.t("Recorded by"), first?.isOfTool ? l10n.t("the skills command line tool") : undefined],
        ["Digest", first?.record.digest],
      ),
    context: `addedSkill${located ? ".source" : ""}`,
  };
}

/** A server is its host here; the tooltip has the addresses of the server and of the skill. */
const formatOrigin = (source: SkillSource) =>
  source.kind === "mcp" ? URL.parse(source.url)?.host : formatSourceAddress(source);

/** A newer commit may have left the skill as it is. */
function formatNewer(kind: SkillSource["kind"] | undefined): string {
  return kind === "git" ? l10n.t("newer commit at its source") : l10n.t("newer at its source");
}
