import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { encodeFile } from "../../client/files/encodeFile.ts";
import { chooseNextVersion, semanticVersionSchema } from "../../contract/semanticVersion.ts";
import type { Skill } from "../../contract/skills.ts";
import { computeContentDigest } from "../../extension/base/fileDigest.ts";
import { findFileWarning } from "../../extension/skill/model/findFileWarning.ts";
import { omitIgnoredFiles } from "../../extension/skill/model/skillFiles.ts";
import { lintSkill } from "../../skills/lint/lintSkill.ts";
import { readSkill } from "../../skills/readSkill.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { defineCommand, UsageError } from "../command.ts";
import { formatRelative } from "../document/openDocumentFiles.ts";
import { type Check, formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { withService } from "../service/withClient.ts";
import { openSkillFolders } from "../skills/openSkillFolders.ts";

export const publishCommand = defineCommand({
  help: "Publishes the folder of a skill as a new version, if it has no errors. A skill of this name is published again; otherwise a new one is created.",
  example: "fairlead publish skills/greeting --notes 'Greets in Latin too.'",
  operands: ["folder"],
  options: z.object({
    folder: z.string().min(1).describe("A folder with a SKILL.md. A .skillignore in it names what is not published."),
    version: semanticVersionSchema.describe("Its version; by default the declared one if it is new, else the next."),
    notes: z.string().max(5000).optional().describe("What is new in it."),
    project: z.string().min(1).optional().meta({
      title: "PROJECT",
      description: "The name or id of the project; needed for a new skill where there are several.",
    }),
    ...reportShape,
  }),
  run: async ({ folder: name, ...options }, { cwd, environment, signal }) => {
    const folder = resolve(cwd, name);
    const files = omitIgnoredFiles(await readFolder(folder));
    const checks = checkFiles(files, basename(folder), formatRelative(cwd, folder));
    const report = { title: `Checks of ${basename(folder)}`, checks };
    const lines = formatReportLines(report);
    const json = { checks: checks.map(formatCheckJson) };
    if (checks.some(isFailedCheck)) return { ok: false, lines, json: { ...json, published: null }, report };
    return withService({ environment }, async (client) => {
      const { isNew, skill } = await publish(client, { ...options, name: basename(folder), files }, signal);
      const { id, latestVersion: version = null } = skill;
      const what = `${skill.name} ${version ?? ""}`;
      const result = isNew ? `Published ${what}.` : `Nothing is new: ${what} holds just these files.`;
      const published = { id, name: skill.name, version, isNew };
      return { ok: true, lines: [...lines, result], json: { ...json, published }, report };
    });
  },
});

async function readFolder(folder: string): Promise<readonly FileContent[]> {
  const root = pathToFileURL(folder).href;
  const files = await openSkillFolders(folder)
    .read({ root, path: "" })
    .catch((cause: unknown) => {
      throw new UsageError(`The folder ${folder} cannot be read. Correct the path.`, { cause });
    });
  if (files) return files;
  throw new UsageError(`${folder} is no folder. Name the folder with the SKILL.md.`);
}

/** The problems of a skill, and files that are probably not meant to be published. */
function checkFiles(files: readonly FileContent[], name: string, folder: string): readonly Check[] {
  const at = (path: string, line = 1) => ({ file: folder === "" ? path : `${folder}/${path}`, line });
  const problems = lintSkill(files, name).map(({ severity, code, message, path, line }): Check => {
    const status = severity === "error" ? "failed" : "warning";
    return { status, label: severity, group: "skill", name: code, message, place: at(path, line) };
  });
  const odd = files.flatMap((file): Check[] => {
    const warning = findFileWarning(file);
    const message = `${warning} Name it in .skillignore, or remove it.`;
    const common = { status: "failed", label: "error", group: "file", name: "unwanted-file" } as const;
    return warning === undefined ? [] : [{ ...common, message, place: at(file.path) }];
  });
  return [...problems, ...odd];
}

interface Publication {
  readonly name: string;
  readonly files: readonly FileContent[];
  readonly version?: string | undefined;
  readonly notes?: string | undefined;
  readonly project?: string | undefined;
}

async function publish(
  client: ServiceClient,
  { name: folderName, files, version: wanted, notes, project }: Publication,
  signal: AbortSignal,
): Promise<{ readonly skill: Skill; readonly isNew: boolean }> {
  const content = readSkill(files);
  const name = content?.name ?? folderName;
  const projectId = await findProject(client, project, signal);
  const hosted = await findHosted(client, name, projectId, signal);
  if (hosted?.latestVersion && hosted.digest === computeContentDigest(files)) return { skill: hosted, isNew: false };
  const published = hosted ? await listVersions(client, hosted, signal) : [];
  const version =
    wanted ?? chooseNextVersion(published[0], content?.metadata.version, (one) => published.includes(one));
  const body = { files: files.map(encodeFile), version, ...(notes !== undefined && { notes }) };
  if (hosted) return { skill: await client.call("skill.update", { id: hosted.id, ...body }, { signal }), isNew: true };
  if (projectId === undefined)
    throw new UsageError(`There is no skill ${name} yet, and several projects. Name one with --project.`);
  return { skill: await client.call("skills.create", { projectId, publish: true, ...body }, { signal }), isNew: true };
}

/** The named project, or the only one; undefined: there are several. */
async function findProject(client: ServiceClient, wanted: string | undefined, signal: AbortSignal) {
  const { items } = await client.call("projects.list", { limit: 200 }, { signal });
  const found = wanted === undefined ? items : items.filter(({ id, name }) => id === wanted || name === wanted);
  if (found.length === 1) return found[0]?.id;
  if (found.length === 0)
    throw new UsageError(
      wanted === undefined ? "The service has no project yet." : `The service has no project "${wanted}".`,
    );
  if (wanted !== undefined) throw new UsageError(`Several projects are called "${wanted}". Name one by its id.`);
  return undefined;
}

async function findHosted(
  client: ServiceClient,
  name: string,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<Skill | undefined> {
  const filter = { q: name, limit: 200, ...(projectId !== undefined && { projectId }) };
  const named: Skill[] = [];
  for await (const one of client.list("skills.list", filter, { signal })) if (one.name === name) named.push(one);
  const [skill, ...others] = named;
  if (others.length === 0) return skill;
  throw new UsageError(`Several projects have a skill ${name}. Name one with --project.`);
}

async function listVersions(client: ServiceClient, { artifactId }: Skill, signal: AbortSignal) {
  const versions: string[] = [];
  if (!artifactId) return versions;
  for await (const { version } of client.list("registry.versions", { id: artifactId, limit: 200 }, { signal }))
    versions.push(version);
  return versions;
}
