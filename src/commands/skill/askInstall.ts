import type { Client } from "../../client/client.ts";
import type { Version } from "../../contract/registry.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { findVersion } from "../../core/registry/findRegistryVersion.ts";
import { type InstallTarget, installTargets } from "../../core/skill/installTargets.ts";
import { rememberedTargets, rememberTargets, targetKey } from "../../core/skill/recentTargets.ts";
import type { App } from "../app.ts";
import { chooseVersion } from "../registry/chooseVersion.ts";
import { readVersions } from "../registry/findArtifactVersion.ts";

interface InstallAnswers {
  readonly version: Version | undefined;
  readonly targets: readonly InstallTarget[];
}

interface Asked {
  readonly title: string;
  readonly artifactId: string;
  /** The version that was clicked: it is not asked for. */
  readonly version: string | undefined;
}

/** Which version, then for which agents; undefined: escaped. */
export async function askInstall(
  app: App,
  client: Client,
  { title, artifactId, version }: Asked,
): Promise<{ readonly version: Version; readonly targets: readonly InstallTarget[] } | undefined> {
  const clicked = version === undefined ? undefined : await findVersion(client, artifactId, version);
  const versions = clicked ? [clicked] : await readVersions(client, { id: artifactId });
  const given = versions.length === 1 ? versions[0] : undefined;
  const choosing: Question<InstallAnswers> = async (answers, step) => {
    const placeholder = "Which version? The newest comes first";
    const picked = await chooseVersion(app, versions, { title, step, placeholder });
    return picked === undefined || picked === back ? picked : { ...answers, version: picked };
  };
  const placing: Question<InstallAnswers> = async (answers, step) => {
    const placeholder = "For which agents? Those of the workspace go with it, yours are there everywhere";
    const { choices, picked } = targetChoices(app, answers.targets);
    const targets = await app.prompts.pickMany({ title, step, placeholder, choices, picked });
    return targets === undefined || targets === back ? targets : { ...answers, targets };
  };
  const answers = await askInTurn<InstallAnswers>(
    { version: given, targets: [] },
    given ? [placing] : [choosing, placing],
  );
  if (!answers?.version) return undefined;
  await rememberTargets(app.memory, answers.targets);
  return { version: answers.version, targets: answers.targets };
}

/** Those of the last time first within their group, ticked already. */
function targetChoices(app: App, before: readonly InstallTarget[]) {
  const roots = app.folders.roots();
  const remembered = before.length > 0 ? new Set(before.map(targetKey)) : rememberedTargets(app.memory);
  const picked = (target: InstallTarget) => remembered.has(targetKey(target));
  const groups = roots.map(({ uri, scope, name }) => {
    const own = installTargets(roots).filter(({ skills }) => skills.root === uri);
    const sorted = [...own.filter(picked), ...own.filter((target) => !picked(target))];
    const heading = scope === "user" ? "Yours, in every workspace" : `This workspace: ${name}`;
    return sorted.map((target, index) => choiceOf(target, index === 0 ? heading : undefined));
  });
  return { choices: groups.flat(), picked };
}

function choiceOf(target: InstallTarget, heading: string | undefined): Choice<InstallTarget> {
  return {
    label: target.name,
    description: target.label,
    ...(target.alsoReadBy && { detail: `Also read by ${target.alsoReadBy}` }),
    ...(heading && { heading }),
    value: target,
  };
}
