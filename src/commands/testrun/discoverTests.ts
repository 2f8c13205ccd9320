import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import type { TestCase } from "../../contract/testRuns.ts";
import { orWithheld } from "../../core/foundation/unavailability.ts";
import { selectedOnly } from "../../core/project/selectedProject.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { casesOfServer, casesOfSkill, type KnownCase } from "../../core/testrun/knownCases.ts";
import { listRuns, readRun } from "../../core/testrun/readTestRuns.ts";
import type { TestOwner, TestSubject } from "../../core/testrun/testSubject.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { madeOfSkills } from "../skill/getSkillLinks.ts";
import { knownCaseFiles } from "./caseFiles.ts";

/** More are found in the views, where their tests can be run as well. */
const most = 1000;
const recentRuns = 10;

/** What can be tested: servers with a version, one request a page. */
export async function discoverServers(app: App, client: Client): Promise<readonly TestSubject[]> {
  const caseFiles = await app.documents.findCaseFiles();
  const known = knownCaseFiles(app);
  const fileOf = new Map(caseFiles.toReversed().map((uri) => [known.serverOf(uri), uri]));
  const subjects: TestSubject[] = [];
  for await (const server of client.list("servers.list", { limit: 200, ...selectedOnly(app) })) {
    if (server.latestVersion !== null) subjects.push({ kind: "server", server, caseFile: fileOf.get(server.id) });
    if (subjects.length >= most) break;
  }
  return subjects;
}

/** Folders of the workspace with what is hosted of them, then what is hosted alone. */
export async function discoverSkills(app: App, client: Client | undefined): Promise<readonly TestSubject[]> {
  const sources = await app.localSkills.sources();
  const skills: Skill[] = [];
  if (client) {
    for await (const skill of client.list("skills.list", { limit: 200, ...selectedOnly(app) })) {
      skills.push(skill);
      if (skills.length >= most) break;
    }
  }
  const known = madeOfSkills(app);
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

/** The cases that are known without running any. */
export async function discoverCases(
  app: App,
  client: Client | undefined,
  subject: TestSubject,
): Promise<readonly KnownCase[]> {
  if (subject.kind === "server") {
    const { server, caseFile } = subject;
    const file = caseFile && { path: documentName(caseFile), text: await app.documents.read(caseFile) };
    const of = { kind: "server", id: server.id } as const;
    return casesOfServer(file || undefined, client ? await casesOfRuns(client, of) : []);
  }
  const { folder, skill } = subject;
  if (folder !== undefined) return casesOfSkill(await skillFiles(app.documents, folder));
  if (!client || !skill || skill.artifactId === null || skill.latestVersion === null) return [];
  return casesOfSkill(await app.versions.list(client, skill.artifactId, skill.latestVersion));
}

/** Those of the newest run that had the most: a run of a few cases says nothing of the others. */
async function casesOfRuns(client: Client, of: Pick<TestOwner, "kind" | "id">): Promise<readonly TestCase[]> {
  const { items } = await listRuns(client, of, { limit: recentRuns }).catch(orWithheld({ items: [] }));
  const [widest] = items.toSorted((one, other) => other.summary.total - one.summary.total);
  return widest ? (await readRun(client, of.kind, widest.id)).cases : [];
}
