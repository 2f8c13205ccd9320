import type { Command } from "../../core/app.ts";
import { findArtifactVersion } from "./findArtifactVersion.ts";
import { versionNode } from "./versionNode.ts";

/** Installs a published version of a skill. */
export const installArtifact: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const question = { title: "Install from the Registry", kind: "skill", placeholder: "Which version?" } as const;
  const found = await findArtifactVersion(app, client, target, question);
  if (found) await app.run("fairlead.skill.install", { node: versionNode(found) });
};
