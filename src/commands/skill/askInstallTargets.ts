import * as l10n from "@vscode/l10n";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { type InstallTarget, listInstallTargets } from "../../core/skill/installTargets.ts";
import { formatTargetKey, readRecentTargets, saveRecentTargets } from "../../core/skill/recentTargets.ts";
import type { App } from "../app.ts";

/** Prompts for the agents that get a skill, and remembers them. */
export async function askInstallTargets(
  app: Pick<App, "folders" | "memory" | "prompts">,
  question: { readonly title: string; readonly placeholder: string; readonly step?: PromptStep },
  before: readonly InstallTarget[] = [],
): Promise<readonly InstallTarget[] | PromptBack | undefined> {
  const targets = await app.prompts.pickMany({ ...question, ...targetChoices(app, before) });
  if (targets !== undefined && targets !== promptBack) await saveRecentTargets(app.memory, targets);
  return targets;
}

/** The targets of the last installation come first in their group, selected. */
function targetChoices(app: Pick<App, "folders" | "memory">, before: readonly InstallTarget[]) {
  const roots = app.folders.roots();
  const remembered = before.length > 0 ? new Set(before.map(formatTargetKey)) : readRecentTargets(app.memory);
  const picked = (target: InstallTarget) => remembered.has(formatTargetKey(target));
  const groups = roots.map(({ uri, scope, name }) => {
    const own = listInstallTargets(roots).filter(({ skills }) => skills.root === uri);
    const sorted = [...own.filter(picked), ...own.filter((target) => !picked(target))];
    const heading = scope === "user" ? l10n.t("Yours, in every workspace") : l10n.t`This workspace: ${name}`;
    return sorted.map((target, index) => choiceOf(target, index === 0 ? heading : undefined));
  });
  return { choices: groups.flat(), picked };
}

function choiceOf(target: InstallTarget, heading: string | undefined): PromptChoice<InstallTarget> {
  return {
    label: target.name,
    description: target.label,
    ...(target.alsoReadBy && { detail: l10n.t`Also read by ${target.alsoReadBy}` }),
    ...(heading && { heading }),
    value: target,
  };
}
