import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { TestCase } from "../../../contract/testRuns.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { selectSkillFiles } from "../../skill/model/skillFiles.ts";
import { getSkillLinks } from "../../skill/model/skillLinks.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { getCaseFileServers } from "../model/caseFiles.ts";
import { type KnownCase, listServerCases, listSkillCases } from "../model/knownCases.ts";
import { listTestRuns, readTestRun } from "../model/readTestRuns.ts";
import type { TestOwner, TestSubject } from "../model/testSubject.ts";

/** Further subjects are listed in the views, where their tests can be run as well. */
const most = 1000;
const recentRuns = 10;

/** The testable servers: those with a version, one request per page. */
export async function discoverServers(app: ConnectedServices, client: ServiceClient): Promise<readonly TestSubject[]> {
  const caseFiles = await app.documents.findCaseFiles();
  const known = await getCaseFileServers(app);
  const fileOf = new Map(caseFiles.toReversed().map((uri) => [known.serverOf(uri), uri]));
  const subjects: TestSubject[] = [];
  for await (const server of client.list("servers.list", { limit: 200, ...readProjectFilter(app) })) {
    if (server.latestVersion) subjects.push({ kind: "server", server, caseFile: fileOf.get(server.id) });
    if (subjects.length >= most) break;
  }
  return subjects;
}

/** Workspace folders with their hosted skills, then other hosted skills. */
export async function discoverSkills(
  app: ConnectedServices & Pick<SkillServices, "localSkills">,
  client: ServiceClient | undefined,
): Promise<readonly TestSubject[]> {
  const sources = await app.localSkills.sources();
  const skills: Skill[] = [];
  if (client) {
    for await (const skill of client.list("skills.list", { limit: 200, ...readProjectFilter(app) })) {
      skills.push(skill);
      if (skills.length >= most) break;
    }
  }
  const known = getSkillLinks(app);
  const hosted = new Set<string>();
  const own = sources.map(({ folder, name }): TestSubject => {
    const id = known.ofFolder(folder);
    const skill = skills.find((one) => (id === undefined ? one.name === name : one.id === id));
    if (skill) hosted.add(skill.id);
    return { kind: "skill", name, folder, skill };
  });
  const alone = skills
    .filter(({ id }) => !hosted.has(id))
    .map((skill): TestSubject => ({ kind: "skill", name: skill.name, folder: undefined, skill }));
  return [...own, ...alone];
}

/** The known cases, without a run. */
export async function discoverCases(
  app: EditorServices & RegistryServices,
  client: ServiceClient | undefined,
  subject: TestSubject,
): Promise<readonly KnownCase[]> {
  if (subject.kind === "server") {
    const { server, caseFile } = subject;
    const file = caseFile && { path: readDocumentName(caseFile), text: await app.documents.read(caseFile) };
    const owner = { kind: "server", id: server.id } as const;
    return listServerCases(file || undefined, client ? await casesOfRuns(client, owner) : []);
  }
  const { folder, skill } = subject;
  if (folder !== undefined) return listSkillCases(await selectSkillFiles(app.documents, folder));
  if (!client || !skill?.artifactId || !skill.latestVersion) return [];
  return listSkillCases(await app.versions.list(client, skill.artifactId, skill.latestVersion));
}

/** The cases of the newest run with the most cases, because a partial run omits the others. */
async function casesOfRuns(client: ServiceClient, owner: Pick<TestOwner, "kind" | "id">): Promise<readonly TestCase[]> {
  const read = await readAvailable(listTestRuns(client, owner, { limit: recentRuns }));
  if (read.kind === "unavailable") return [];
  const { items } = read.value;
  const [widest] = items.toSorted((one, other) => (other.summary?.total ?? 0) - (one.summary?.total ?? 0));
  return widest ? ((await readTestRun(client, owner.kind, widest.id)).cases ?? []) : [];
}
