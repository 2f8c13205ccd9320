import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { EditorServices } from "../../base/editorServices.ts";
import { folderPathUri, isSameUri } from "../../base/folderPath.ts";
import type { Memory, PromptChoice } from "../../base/ports.ts";
import type { SkillRoot } from "../../base/skillFolders.ts";
import { findInstallTargets, type InstallTarget, listInstallTargets } from "../model/installTargets.ts";
import type { SkillServices } from "../skillServices.ts";

type TargetChoice = PromptChoice<InstallTarget | "more">;

interface InstallQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The folder that the skill was published from. */
  readonly source?: string | undefined;
}

/** Prompts for the agents that get a skill, and remembers them. The folder that its source is in is no choice. Agents that are not on this machine are behind one more row. */
export async function askInstallTargets(
  app: Pick<EditorServices & SkillServices, "folders" | "memory" | "prompts">,
  { source, ...question }: InstallQuestion,
): Promise<readonly InstallTarget[] | undefined> {
  // A copy in the place of its source would be uninstalled with the work of its author.
  const isSource = ({ skills }: InstallTarget) =>
    source !== undefined && isSameUri(folderPathUri(skills), source.slice(0, source.lastIndexOf("/")));
  const all = listInstallTargets(app.folders.roots()).filter((target) => !isSource(target));
  const found = new Set((await findInstallTargets(app.folders)).map(formatTargetKey));
  let selected = readRecentTargets(app.memory);
  let showsAll = false;
  for (;;) {
    const isShown = (target: InstallTarget) =>
      showsAll || found.has(formatTargetKey(target)) || selected.has(formatTargetKey(target));
    const shown = all.filter(isShown);
    const others = all.length - shown.length;
    const isSelected = (target: InstallTarget) => selected.has(formatTargetKey(target));
    const choices: readonly TargetChoice[] = [
      ...listChoices(app.folders.roots(), shown, isSelected),
      ...(others === 0 ? [] : [createMoreChoice(others)]),
    ];
    const picked = (value: InstallTarget | "more") => value !== "more" && isSelected(value);
    const answer = await app.prompts.pickMany({ ...question, choices, picked });
    if (answer === undefined) return undefined;
    const targets = answer.filter((value) => value !== "more");
    if (targets.length === answer.length) {
      await saveRecentTargets(app.memory, targets);
      return targets;
    }
    selected = new Set(targets.map(formatTargetKey));
    showsAll = true;
  }
}

const createMoreChoice = (count: number): TargetChoice => ({
  label: l10n.t("More Agents..."),
  icon: "ellipsis",
  value: "more",
  heading: l10n.t("Not on this machine"),
  detail: l10n.t`${count} folders of agents that were not found here`,
});

/** The selected targets come first in their group. */
function listChoices(
  roots: readonly SkillRoot[],
  targets: readonly InstallTarget[],
  isSelected: (target: InstallTarget) => boolean,
): readonly TargetChoice[] {
  return roots.flatMap(({ uri, scope, name }) => {
    const own = targets.filter((target) => target.skills.root === uri && target.scope === scope);
    const sorted = [...own.filter(isSelected), ...own.filter((target) => !isSelected(target))];
    const heading = scope === "user" ? l10n.t("Yours, in every workspace") : l10n.t`This workspace: ${name}`;
    return sorted.map((target, index) => choiceOf(target, index === 0 ? heading : undefined));
  });
}

function choiceOf(target: InstallTarget, heading: string | undefined): TargetChoice {
  return {
    label: target.name,
    description: target.label,
    ...(target.alsoReadBy && { detail: l10n.t`Also read by ${target.alsoReadBy}` }),
    ...(heading && { heading }),
    value: target,
  };
}

const name = "skillTargets";
const rememberedSchema = z.array(z.string()).catch([]);

/** Identifies a target across windows. */
export const formatTargetKey = ({ scope, agent, rootName }: InstallTarget) => `${scope} ${agent} ${rootName ?? ""}`;

/** The targets of this workspace's last installation. */
function readRecentTargets(memory: Memory): ReadonlySet<string> {
  return new Set(rememberedSchema.parse(memory.read("workspace", name)));
}

function saveRecentTargets(memory: Memory, targets: readonly InstallTarget[]): Promise<void> {
  return memory.write("workspace", name, targets.map(formatTargetKey));
}
