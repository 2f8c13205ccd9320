import type { Client } from "../../client/client.ts";
import type { Installation } from "../../contract/skills.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { below, pathOf, placeLabel, uriOf } from "../../core/foundation/folderPath.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { copyWords, fileWords } from "../../core/skill/formatSkill.ts";
import { planRemoval } from "../../core/skill/installPlan.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import { type Copy, changeLock, pathInLock, readCopy } from "../../core/skill/skillCopies.ts";
import { withoutCopy } from "../../core/skill/skillsLock.ts";
import type { App, Command, Target } from "../app.ts";
import { serviceOf } from "./installSkillInto.ts";

/** Removes just what was installed, and asks about files that were changed since. */
export const uninstallSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { node } = target;
  if (node?.kind === "installation" && !node.copy && node.installation) return forget(app, client, node.installation);
  const copies = await chooseCopies(app, target);
  if (!copies) return;
  const done: Copy[] = [];
  try {
    for (const copy of copies) if (await removeCopy(app, client, copy)) done.push(copy);
  } finally {
    app.refresh("fairlead.skills");
  }
  if (done.length === 0) return;
  const names = done.map(({ name, record }) => `${name} of ${agentName(record.agent)}`).join(", ");
  say(app, "info", `Uninstalled ${names}.`);
};

/** What was clicked, as it is now; several are asked about. */
async function chooseCopies(app: App, { node }: Target): Promise<readonly Copy[] | undefined> {
  const copies = await app.localSkills.copies();
  if (node?.kind === "installation") {
    const path = node.copy && pathOf(node.copy.place);
    return copies.filter(({ place }) => pathOf(place) === path);
  }
  const meant = node?.kind === "skill" ? copies.filter(({ record }) => record.skillId === node.skill.id) : copies;
  if (meant.length === 0) {
    say(app, "info", "Nothing of it is installed in this workspace or in your folders.");
    return undefined;
  }
  const chosen = await app.prompts.pickMany({
    title: "Uninstall",
    placeholder: "Which copies?",
    choices: meant.map((copy) => ({
      label: `${copy.name}: ${agentName(copy.record.agent)}`,
      description: `${copy.record.version} · ${copyWords(copy, undefined)}`,
      detail: placeLabel(copy),
      value: copy,
    })),
    picked: () => meant.length === 1,
  });
  return chosen === back ? undefined : chosen;
}

async function removeCopy(app: App, client: Client, copy: Copy): Promise<boolean> {
  const { unchanged, changed } = planRemoval(copy.record, (await readCopy(app.folders, copy)) ?? []);
  const also = changed.length === 0 ? [] : await askChanged(app, copy, changed);
  if (!also) return false;
  await app.folders.change(copy.place, { remove: [...unchanged, ...also] });
  await changeLock(app.folders, copy.lock, (before) => withoutCopy(before, pathInLock(copy)));
  if (copy.record.service === serviceOf(app)) await tellService(app, client, copy);
  return true;
}

/** Which of the changed files go too; undefined: all of it stays. */
async function askChanged(app: App, copy: Copy, changed: readonly string[]): Promise<readonly string[] | undefined> {
  const hosted = { ...copy.record, name: copy.name };
  const compare = () => {
    const pairs = changed.map((path) => ({
      ...{ label: path, left: versionFileUri({ ...hosted, path }), right: uriOf(below(copy.place, path)) },
    }));
    return app.documents.compare(`${copy.name} ${copy.record.version} ↔ ${placeLabel(copy)}`, pairs);
  };
  const which = changed.length === 1 ? `"${changed[0]}" was` : `${fileWords(changed.length)} were`;
  const message = `${which} changed since ${copy.name} was installed in ${placeLabel(copy)}.`;
  const actions = ["Keep Changed Files", "Remove All"];
  let answer = await app.messages.warning(message, ...actions, "Show the Difference");
  if (answer === "Show the Difference") {
    await compare();
    answer = await app.messages.warning(message, ...actions);
  }
  if (answer === undefined) return undefined;
  return answer === "Remove All" ? changed : [];
}

async function tellService(app: App, client: Client, copy: Copy): Promise<void> {
  const path = pathOf(copy.place);
  const query = { id: copy.record.skillId, status: "installed", limit: 200 } as const;
  for await (const { id, target } of client.list("skill.installations", query)) {
    if (target.machine !== app.folders.machine || target.path !== path) continue;
    await client.call("skill.uninstall", { id: copy.record.skillId, installationId: id });
  }
}

/** The files are elsewhere: only the record can go. */
async function forget(app: App, client: Client, { id, skillId, target }: Installation): Promise<void> {
  const isMeant = await app.prompts.confirm({
    message: `Forget that this is installed on ${target.machine}?`,
    detail: `Its files in ${target.path} are not in this workspace and stay where they are.`,
    action: "Forget",
  });
  if (!isMeant) return;
  await client.call("skill.uninstall", { id: skillId, installationId: id });
  app.refresh("fairlead.skills");
}
