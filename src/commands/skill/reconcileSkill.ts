import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { digestOf } from "../../core/foundation/fileDigest.ts";
import { below, placeIn, placeLabel, uriOf } from "../../core/foundation/folderPath.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { copyWords, fileWords, sourceWords } from "../../core/skill/formatSkill.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import type { LocalSkill } from "../../core/skill/localSkills.ts";
import { type Copy, readCopy } from "../../core/skill/skillCopies.ts";
import { sourceState, updateFor } from "../../core/skill/skillDrift.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { fetchSkillVersion } from "../../core/skill/skillVersion.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Command } from "../app.ts";
import { findSkill } from "./findSkill.ts";
import { publishFolder } from "./publishSkill.ts";
import { folderOf } from "./sourceFolder.ts";
import { bringToLatest } from "./updateSkill.ts";

type Step = () => Promise<unknown>;

interface Standing {
  readonly skill: Skill;
  readonly source: LocalSkill | undefined;
  readonly copies: readonly Copy[];
  readonly versions: readonly { readonly version: string; readonly digest: string }[];
}

/** Shows how the workspace's folder, the latest version and the installed copies stand to each other, and brings them together. */
export const reconcileSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const skill = await findSkill(app, client, target, {
    title: "Reconcile a Skill",
    none: "There is no hosted skill yet. Publish one from its folder.",
  });
  if (!skill) return;
  const standing = await readStanding(app, client, skill);
  const choices = stepsOf(app, client, standing);
  if (choices.length === 0) {
    say(app, "info", `${skill.name} is the same everywhere: ${everywhere(standing)}.`);
    return;
  }
  const placeholder = `${everywhere(standing)}. What is to be done?`;
  const step = await app.prompts.pick({ title: `Reconcile ${skill.name}`, placeholder, choices });
  if (step !== undefined && step !== back) await step();
};

async function readStanding(app: App, client: Client, skill: Skill): Promise<Standing> {
  const folder = await folderOf(app, skill.id, skill.name);
  const source = (await app.localSkills.sources()).find((one) => one.folder === folder);
  const copies = (await app.localSkills.copies()).filter(({ record }) => record.skillId === skill.id);
  const { artifactId } = skill;
  const page = artifactId === null ? undefined : await client.call("registry.versions", { id: artifactId, limit: 200 });
  return { skill, source, copies, versions: page?.items ?? [] };
}

function stepsOf(app: App, client: Client, standing: Standing): readonly Choice<Step>[] {
  const { skill, copies } = standing;
  const behind = copies.filter((copy) => updateFor(copy, skill) !== undefined || copy.state.kind !== "same");
  const ways = sourceSteps(app, client, standing);
  return [...ways, ...behind.flatMap((copy) => copySteps(app, client, standing, copy))];
}

function sourceSteps(app: App, client: Client, { skill, source, copies, versions }: Standing): readonly Choice<Step>[] {
  if (!source) return [];
  const state = sourceState(source.digest, skill, versions);
  if (state.kind === "same") return [];
  const detail = `The folder ${source.label} is ${sourceWords(state)}`;
  const publish = async () => {
    const published = await publishFolder(app, client, source.folder);
    if (published) await bringToLatest(app, client, published, copies);
  };
  const also = copies.length > 0 ? " and update all copies" : "";
  const publishing: Choice<Step> = {
    ...{ label: `Publish the folder${also}`, icon: "cloud-upload", detail },
    value: publish,
  };
  const taking: Choice<Step> = {
    ...{ label: `Take ${skill.latestVersion ?? ""} into the folder`, icon: "cloud-download", detail },
    value: () => takeVersion(app, client, skill, source.folder),
  };
  if (state.kind === "unpublished") return [publishing];
  return state.kind === "older" ? [taking] : [publishing, taking];
}

function copySteps(app: App, client: Client, { skill, source }: Standing, copy: Copy): readonly Choice<Step>[] {
  const agent = agentName(copy.record.agent);
  const detail = `${placeLabel(copy)}: ${copyWords(copy, skill)}`;
  const update: Choice<Step> = {
    ...{ label: `Bring ${agent}'s copy to ${skill.latestVersion ?? ""}`, icon: "arrow-circle-up", detail },
    value: () => bringToLatest(app, client, skill, [copy]),
  };
  const take: Choice<Step> = {
    ...{ label: `Take ${agent}'s copy back into the folder`, icon: "reply", detail },
    value: async () => source && takeCopy(app, copy, source.folder),
  };
  const isTaken = copy.state.kind === "changed" && copy.state.digest === source?.digest;
  const canTake = source !== undefined && copy.state.kind === "changed" && !isTaken;
  return [...(skill.latestVersion === null ? [] : [update]), ...(canTake ? [take] : [])];
}

function everywhere({ skill, source, copies, versions }: Standing): string {
  const folder = source && `${documentName(source.folder)} ${sourceWords(sourceState(source.digest, skill, versions))}`;
  const copied = copies.map((copy) => `${agentName(copy.record.agent)} ${copyWords(copy, skill)}`);
  return [`hosted ${skill.latestVersion ?? "as a draft"}`, ...(folder ? [folder] : []), ...copied].join(" · ");
}

interface Origin {
  readonly label: string;
  readonly files: readonly CodeFile[];
  readonly uriOf: (path: string) => string;
}

/** Makes the workspace's folder what the latest version is. */
async function takeVersion(app: App, client: Client, skill: Skill, folder: string): Promise<void> {
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
async function takeCopy(app: App, copy: Copy, folder: string): Promise<void> {
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
