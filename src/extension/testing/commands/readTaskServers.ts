import type { ServiceClient } from "../../../client/client.ts";
import { parseServerReference } from "../../../skills/serverReference.ts";
import type { SkillFile } from "../../../skills/skill.ts";
import { readSkillCases, selectCases } from "../../../testcases/readSkillCases.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { type RunnableCode, readVersionCode, unknownCode } from "../../registry/commands/codeConsent.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { getServerLinks } from "../../server/commands/getServerLinks.ts";
import { readSubjectKey, type TestRequest } from "../model/testSubject.ts";

/**
 * The code of the servers that the evals of a run use, found as the service finds it. One that is not found here is
 * asked about too, because it may be there when the run begins.
 */
export async function readTaskServers(
  app: EditorServices & ConnectionServices & RegistryServices,
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
  const servers: RunnableCode[] = [];
  for (const called of references) {
    const found = projectId === undefined ? [] : await readReferencedCode(app, client, projectId, called);
    const unknown = { owner: readSubjectKey(subject), called, folder: undefined, ...unknownCode };
    servers.push(...(found.length > 0 ? found : [unknown]));
  }
  return servers;
}

/** Names are not unique in a project: all servers of the name. */
async function readReferencedCode(
  app: EditorServices & ConnectionServices & RegistryServices,
  client: ServiceClient,
  projectId: string,
  called: string,
): Promise<readonly RunnableCode[]> {
  const reference = parseServerReference(called);
  if (!reference) return [];
  const servers: RunnableCode[] = [];
  for await (const server of client.list("servers.list", { projectId, limit: 200 })) {
    if (server.name !== reference.name) continue;
    const code = await readVersionCode(app, client, server, reference.version);
    servers.push({ owner: server.id, called, folder: getServerLinks(app).folderOf(server.id), ...code });
  }
  return servers;
}
