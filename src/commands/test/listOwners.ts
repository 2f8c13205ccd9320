import type { Client } from "../../api/client.ts";
import type { App } from "../../core/app.ts";
import { readSelectedProject } from "../../core/selectedProject.ts";
import type { TestOwner } from "../../core/tests/subject.ts";

/** Servers and skills of the selected project. */
export async function listOwners(app: App, client: Client): Promise<readonly TestOwner[]> {
  const projectId = readSelectedProject(app.memory, app.connections.active()?.id ?? "")?.id;
  const input = { limit: 200, ...(projectId && { projectId }) };
  const owners: TestOwner[] = [];
  for await (const { id, name } of client.list("servers.list", input)) owners.push({ kind: "server", id, name });
  for await (const { id, name } of client.list("skills.list", input)) owners.push({ kind: "skill", id, name });
  return owners;
}
