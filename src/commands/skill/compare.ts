import type { Client } from "../../api/client.ts";
import type { App, Command } from "../../core/app.ts";
import { documentName } from "../../core/documentName.ts";
import { digestOf } from "../../core/fileDigest.ts";
import { agentName } from "../../core/installTargets.ts";
import { uriOf } from "../../core/places.ts";
import { say } from "../../core/say.ts";
import { type Copy, readCopy } from "../../core/skillCopies.ts";
import { skillFiles } from "../../core/skillFiles.ts";
import type { CodeFile } from "../../core/versionFiles.ts";
import { findSkill } from "./findSkill.ts";
import { skillFileUri } from "./skillFileUri.ts";
import { sourceFolder } from "./sourceFolder.ts";

/** Files of this machine, by the URI of their folder. */
interface Side {
  readonly label: string;
  readonly folder: string;
  readonly files: readonly CodeFile[];
}

interface Hosted {
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** Shows how a folder differs from what is hosted: the workspace's from the latest version, a copy from its own. */
export const compareSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { node } = target;
  if (node?.kind === "installation") {
    if (node.copy) return compareCopy(app, client, node.copy);
    say(app, "info", `These files are not in this workspace but on ${node.installation?.target.machine}.`);
    return;
  }
  const question = { title: "Compare a Skill with What Is Hosted", placeholder: "Which skill?" };
  const folder = await sourceFolder(app, target, question);
  if (folder === undefined) return;
  const skill = await findSkill(app, client, node ? target : { resource: folder }, { ...question, none: "" });
  if (!skill) return;
  const { name, artifactId, latestVersion: version } = skill;
  if (artifactId === null || version === null) {
    say(app, "info", `${name} is a draft: there is no version to compare with yet.`);
    return;
  }
  const side = { label: documentName(folder), folder, files: await skillFiles(app.documents, folder) };
  await compareSides(app, client, { name, artifactId, version }, side);
};

async function compareCopy(app: App, client: Client, copy: Copy): Promise<void> {
  const { artifactId, version, agent } = copy.record;
  const files = (await readCopy(app.folders, copy)) ?? [];
  const side = { label: `${agentName(agent)}'s copy`, folder: uriOf(copy.place), files };
  await compareSides(app, client, { name: copy.name, artifactId, version }, side);
}

async function compareSides(app: App, client: Client, hosted: Hosted, side: Side): Promise<void> {
  const files = await app.versions.list(client, hosted.artifactId, hosted.version);
  const [before, after] = [digests(files), digests(side.files)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const different = paths.filter((path) => before.get(path) !== after.get(path));
  const called = `${hosted.name} ${hosted.version}`;
  if (different.length === 0) {
    say(app, "info", `${side.label} and ${called} are the same.`);
    return;
  }
  const pairs = different.map((path) => ({
    label: path,
    left: before.has(path) ? skillFileUri(hosted, path) : undefined,
    right: after.has(path) ? `${side.folder}/${path.split("/").map(encodeURIComponent).join("/")}` : undefined,
  }));
  await app.documents.compare(`${called} ↔ ${side.label}`, pairs);
}

const digests = (files: readonly CodeFile[]) => new Map(files.map(({ path, bytes }) => [path, digestOf(bytes)]));
