import type { Client } from "../../client/client.ts";
import { selectedOnly } from "../../core/project/selectedProject.ts";
import type { TestOwner } from "../../core/testrun/testSubject.ts";
import type { App } from "../app.ts";

/** Servers and skills of the selected project. */
export async function listOwners(app: App, client: Client): Promise<readonly TestOwner[]> {
  const input = { limit: 200, ...selectedOnly(app) };
  const owners: TestOwner[] = [];
  for await (const { id, name } of client.list("servers.list", input)) owners.push({ kind: "server", id, name });
  for await (const { id, name } of client.list("skills.list", input)) owners.push({ kind: "skill", id, name });
  return owners;
}
