import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { promptBack } from "../../base/ports.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import {
  askProject,
  findDefaultProject,
  listProjects,
  type ProjectChoice,
} from "../../project/commands/projectChoice.ts";

/** The project of a new skill; prompts if there is no default. undefined: cancelled. */
export async function askSkillProject(
  app: ConnectedServices,
  client: ServiceClient,
  title: string,
): Promise<ProjectChoice | undefined> {
  const projects = await listProjects(client);
  const obvious = await findDefaultProject(app, client, projects, l10n.t("My skills"));
  if (obvious) return obvious;
  const choice = await askProject(app, projects, undefined, { title, step: { number: 1, total: 1 } });
  return choice === promptBack ? undefined : choice;
}
