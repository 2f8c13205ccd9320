import type { Command } from "../app.ts";
import { openSettings } from "../documents/openSettingsDocument.ts";
import { projectOf } from "./findOrPickProject.ts";

/** Opens what can be changed of a project as a document. */
export const editProject: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const project = await projectOf(app, client, target, "Edit Project Settings");
  if (project) await openSettings(app, { kind: "project", id: project.id, name: project.name });
};
