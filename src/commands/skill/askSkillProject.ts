import type { Client } from "../../client/client.ts";
import { back } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";
import { askProject, listProjects, obviousProject, type ProjectChoice } from "../project/projectChoice.ts";

/** The project a new skill goes to; asked only where none goes without saying. undefined: escaped. */
export async function askSkillProject(app: App, client: Client, title: string): Promise<ProjectChoice | undefined> {
  const projects = await listProjects(client);
  const obvious = await obviousProject(app, client, projects, "My skills");
  if (obvious) return obvious;
  const asked = await askProject(app, projects, undefined, { title, step: { number: 1, total: 1 } });
  return asked === back ? undefined : asked;
}
