import type { Command } from "../../core/app.ts";
import { askProjectFields } from "./askProjectFields.ts";
import { projectOf } from "./pickProject.ts";

/** Changes what a project is called; refused by the service if somebody else changed it meanwhile. */
export const editProject: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const shown = await projectOf(app, client, target, "Edit Project");
  if (!shown) return;
  // The row may be as old as the last refresh.
  const project = await client.call("project.get", { id: shown.id });
  const { name, description } = project;
  const fields = await askProjectFields(app.prompts, "Edit Project", { name, description });
  if (!fields) return;
  await app.progress.run({ title: `Changing ${name}`, in: "fairlead.projects" }, (_report, signal) =>
    client.call("project.update", { id: project.id, ...fields }, { signal, ifMatch: project.etag }),
  );
  app.refresh("fairlead.projects", "fairlead.servers");
};
