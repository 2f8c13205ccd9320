import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { digestOf } from "../../core/foundation/fileDigest.ts";
import { below, placeIn, uriOf } from "../../core/foundation/folderPath.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { fileWords } from "../../core/skill/formatSkill.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import { type Copy, readCopy } from "../../core/skill/skillCopies.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { fetchSkillVersion } from "../../core/skill/skillVersion.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";

interface Origin {
  readonly label: string;
  readonly files: readonly CodeFile[];
  readonly uriOf: (path: string) => string;
}

/** Makes the workspace's folder what the latest version is. */
export async function takeVersion(app: App, client: Client, skill: Skill, folder: string): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (artifactId === null || version === null) return;
  const wanted = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  await take(app, folder, {
    label: `${name} ${version}`,
    files: wanted.files,
    uriOf: (path) => versionFileUri({ ...wanted, path }),
  });
}

/** Makes the workspace's folder what an installed copy is. */
export async function takeCopy(app: App, copy: Copy, folder: string): Promise<void> {
  const files = await readCopy(app.folders, copy);
  if (!files) return;
  const label = `${agentName(copy.record.agent)}'s copy`;
  await take(app, folder, { label, files, uriOf: (path) => uriOf(below(copy.place, path)) });
}

/** What would be lost is shown first. Files that are no part of the skill stay. */
async function take(app: App, folder: string, { label, files, uriOf: uriOfOrigin }: Origin): Promise<void> {
  await app.documents.save(folder);
  const before = new Map((await skillFiles(app.documents, folder)).map(({ path, bytes }) => [path, digestOf(bytes)]));
  const wanted = new Map(files.map((file) => [file.path, file]));
  const write = files.filter(({ path, bytes }) => before.get(path) !== digestOf(bytes));
  const remove = [...before.keys()].filter((path) => !wanted.has(path));
  const place = placeIn(app.folders.roots(), folder);
  const pairs = [...write.map(({ path }) => path), ...remove].map((path) => ({
    label: path,
    left: before.has(path) ? uriOf(below(place, path)) : undefined,
    right: wanted.has(path) ? uriOfOrigin(path) : undefined,
  }));
  const name = documentName(folder);
  if (pairs.length === 0) {
    say(app, "info", `${name} is what ${label} is already.`);
    return;
  }
  await app.documents.compare(`${name} ↔ ${label}`, pairs);
  const message = `${fileWords(pairs.length)} of ${name} become those of ${label}.`;
  if ((await app.messages.warning(message, "Overwrite", "Skip")) !== "Overwrite") return;
  await app.folders.change(place, { write, remove });
  app.refresh("fairlead.skills");
  say(app, "info", `${name} is now what ${label} is.`);
}
