import type { ServiceClient } from "../../client/client.ts";
import { readProjectFilter } from "../../core/project/selectedProject.ts";
import type { TestRequest } from "../../core/testrun/testSubject.ts";
import type { SkillFile } from "../../skills/skill.ts";
import { readSkillCases, selectCases } from "../../testcases/readSkillCases.ts";
import type { App } from "../app.ts";
import { type RunnableCode, readVersionCode } from "../registry/codeConsent.ts";
import { getServerLinks } from "../server/getServerLinks.ts";

/** The code of the servers that the evals of a run use. One that is not found is named by the service in the cases that use it. */
export async function readTaskServers(
  app: Pick<App, "connections" | "log" | "memory" | "versions">,
  client: ServiceClient,
  { subject, cases }: TestRequest,
  files: readonly SkillFile[],
): Promise<readonly RunnableCode[]> {
  // The ids of single tries begin with those of their cases.
  const isChosen = (id: string) => cases?.some((one) => one.startsWith(`${id}:`)) ?? true;
  const all = readSkillCases(files);
  const chosen = new Set([...selectCases(all, cases), ...all.filter(({ id }) => isChosen(id))]);
  const references = new Set([...chosen].flatMap((one) => (one.kind === "eval" ? (one.server ?? []) : [])));
  const projectId = subject.kind === "skill" ? subject.skill?.projectId : undefined;
  const filter = projectId ? { projectId } : readProjectFilter(app);
  const servers: RunnableCode[] = [];
  for (const reference of references) {
    const at = reference.lastIndexOf("@");
    const [name, version] = [reference.slice(0, at), reference.slice(at + 1)];
    const { items } = await client.call("servers.list", { q: name, limit: 100, ...filter });
    const server = items.find((one) => one.name === name);
    if (!server) continue;
    const code = await readVersionCode(app, client, server, version);
    servers.push({ owner: server.id, called: reference, folder: getServerLinks(app).folderOf(server.id), ...code });
  }
  return servers;
}
