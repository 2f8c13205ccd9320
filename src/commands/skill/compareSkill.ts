import type { Client } from "../../client/client.ts";
import { uriOf } from "../../core/foundation/folderPath.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import { type Copy, readCopy } from "../../core/skill/skillCopies.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Command } from "../app.ts";
import { folderSide, versionSide } from "../registry/diffSides.ts";
import { showDifferences } from "../registry/showDifferences.ts";
import { findSkill } from "./findSkill.ts";
import { sourceFolder } from "./sourceFolder.ts";

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
  const side = folderSide(documentName(folder), folder, await skillFiles(app.documents, folder));
  await showDifferences(app, await versionSide(app, client, { name, artifactId, version }), side);
};

async function compareCopy(app: App, client: Client, copy: Copy): Promise<void> {
  const { artifactId, version, agent } = copy.record;
  const files = (await readCopy(app.folders, copy)) ?? [];
  const side = folderSide(`${agentName(agent)}'s copy`, uriOf(copy.place), files);
  await showDifferences(app, await versionSide(app, client, { name: copy.name, artifactId, version }), side);
}
