import type { Client } from "../../client/client.ts";
import { localConnectionId } from "../../core/connection/connection.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { below, placeLabel, uriOf } from "../../core/foundation/folderPath.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { fileWords } from "../../core/skill/formatSkill.ts";
import { type InstallPlan, planInstall } from "../../core/skill/installPlan.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import { pathInLock, readLockAt } from "../../core/skill/skillCopies.ts";
import { lockedCopies } from "../../core/skill/skillsLock.ts";
import type { SkillVersion } from "../../core/skill/skillVersion.ts";
import { type CopyTarget, writeCopy } from "../../core/skill/writeSkillCopy.ts";
import type { App } from "../app.ts";

const overwrite = "Overwrite";

/** Shows what would be lost in a folder, and asks whether it may be. Leaving the question keeps it. */
async function settleConflicts(
  app: App,
  target: Pick<CopyTarget, "place" | "scope">,
  version: SkillVersion,
  conflicts: readonly string[],
): Promise<boolean> {
  if (conflicts.length === 0) return true;
  const called = placeLabel(target);
  const coming = new Set(version.files.map(({ path }) => path));
  const pairs = conflicts.map((path) => ({
    label: path,
    left: uriOf(below(target.place, path)),
    right: coming.has(path) ? versionFileUri({ ...version, path }) : undefined,
  }));
  const title = `${called} ↔ ${version.name} ${version.version}`;
  await app.documents.compare(title, pairs);
  const lost = conflicts.length === 1 ? `"${conflicts[0]}" differs` : `${fileWords(conflicts.length)} differ`;
  const message = `${lost} in ${called} from what would be written there.`;
  return (await app.messages.warning(message, overwrite, "Skip")) === overwrite;
}

interface Settled {
  readonly target: CopyTarget;
  readonly plan: InstallPlan;
}

/** Writes a version into folders, after what would be lost was asked about; says what was done. */
export async function installInto(
  app: App,
  client: Client,
  version: SkillVersion,
  targets: readonly CopyTarget[],
): Promise<void> {
  const settled: Settled[] = [];
  for (const target of targets) {
    const plan = await planFor(app, version, target);
    if (await settleConflicts(app, target, version, plan.conflicts)) settled.push({ target, plan });
  }
  const called = `${version.name} ${version.version}`;
  if (settled.length === 0) {
    say(app, "info", `${called} was not installed: nothing was changed.`);
    return;
  }
  const done: CopyTarget[] = [];
  const task = { title: `Installing ${called}`, in: "notification" } as const;
  try {
    const ended = await runCancellable(app.progress, task, async (report, signal) => {
      for (const { target, plan } of settled) {
        report(agentName(target.agent));
        await writeCopy(app.folders, client, { target, plan, version, service: serviceOf(app) }, signal);
        done.push(target);
      }
    });
    if (ended.kind === "cancelled") return tellCancelled(app, called, done);
  } finally {
    app.refresh("fairlead.skills");
  }
  tellInstalled(app, called, done);
}

/** By what a lock file knows the active connection's service; the local one has another port each time. */
export function serviceOf(app: Pick<App, "connections">): string {
  const connection = app.connections.active();
  return connection === undefined || connection.kind === "local" ? localConnectionId : connection.baseUrl;
}

async function planFor(app: App, version: SkillVersion, target: CopyTarget): Promise<InstallPlan> {
  const { place, lock } = target;
  const locked = lockedCopies(await readLockAt(app.folders, lock));
  const path = pathInLock(target);
  const record = locked.find(({ copy }) => copy.path === path)?.copy;
  const asked = [...version.files, ...(record?.files ?? [])].map((file) => file.path);
  return planInstall(version.files, (await app.folders.read(place, asked)) ?? [], record);
}

const agentsOf = (targets: readonly CopyTarget[]) =>
  targets.map(({ agent, scope }) => `${agentName(agent)} (${scope})`).join(", ");

function tellInstalled(app: App, called: string, done: readonly CopyTarget[]): void {
  const [first] = done;
  say(app, "info", `Installed ${called} for ${agentsOf(done)}.`, {
    ...(first && { "Open SKILL.md": () => app.documents.show(`${uriOf(first.place)}/SKILL.md`) }),
  });
}

function tellCancelled(app: App, called: string, done: readonly CopyTarget[]): void {
  const words = done.length === 0 ? "Nothing was recorded." : `It is installed in ${done.map(placeLabel).join(", ")}.`;
  say(app, "info", `Installing ${called} was cancelled. ${words}`);
}
