import type { Client } from "../../api/client.ts";
import type { App } from "../../core/app.ts";
import { selectedOnly } from "../../core/selectedProject.ts";
import type { TestOwner } from "../../core/tests/subject.ts";

/** Servers and skills of the selected project. */
export async function listOwners(app: App, client: Client): Promise<readonly TestOwner[]> {
  const input = { limit: 200, ...selectedOnly(app) };
  const owners: TestOwner[] = [];
  for await (const { id, name } of client.list("servers.list", input)) owners.push({ kind: "server", id, name });
  for await (const { id, name } of client.list("skills.list", input)) owners.push({ kind: "skill", id, name });
  return owners;
}
