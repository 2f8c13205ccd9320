import type { Command } from "../../core/app.ts";
import { askProjectFields } from "./askProjectFields.ts";

export const createProject: Command = async (app) => {
  const client = await app.client();
  if (!client) return;
  const fields = await askProjectFields(app.prompts, "New Project", { name: "", description: "" });
  if (!fields) return;
  await app.progress.run({ title: `Creating ${fields.name}`, in: "fairlead.projects" }, (_report, signal) =>
    client.call("projects.create", fields, { signal }),
  );
  app.refresh("fairlead.projects");
};
