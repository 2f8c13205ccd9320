import type { ServiceClient } from "../../../src/client/client.ts";
import { contractConnectionProfile } from "../../../src/core/connection/connectionProfile.ts";
import { createCopyEnd } from "../../../src/core/copy/copyEnd.ts";
import { type CopyRequest, planCopyJob, runCopyJob } from "../../../src/core/copy/copyJob.ts";
import { generationWait } from "../../../src/core/copy/generationWait.ts";
import { waitForGeneration } from "../../../src/core/server/waitForGeneration.ts";

export const copyEnd = (name: string, client: ServiceClient) =>
  createCopyEnd({ name }, client, contractConnectionProfile);

interface ProjectContent {
  readonly servers: number;
  readonly skills: number;
  readonly versions: number;
}

const signal = new AbortController().signal;

/** Fills a new project with servers and skills of so many versions, each with other files. */
export async function fillProject(client: ServiceClient, name: string, { servers, skills, versions }: ProjectContent) {
  const project = await client.call("projects.create", { name, description: `All of ${name}` });
  const numbers = Array.from({ length: versions }, (_, index) => `1.${index}.0`);
  for (let index = 0; index < servers; index += 1) {
    // Every third has the name of the one before it.
    const server = await client.call("servers.create", {
      ...{ projectId: project.id, name: `Server ${index - (index % 3 === 1 ? 1 : 0)}`, description: `Number ${index}` },
      environment: { REGION: `region-${index}`, API_KEY: "secret" },
    });
    for (const version of numbers) await publishServer(client, server.id, version, `${index} ${version}`);
    if (index % 2 === 0) await client.call("server.update", { id: server.id, allowedHosts: [`${index}.example.com`] });
  }
  for (let index = 0; index < skills; index += 1) {
    let id: string | undefined;
    for (const version of numbers) {
      const files = [{ path: "SKILL.md", content: describeSkill(`skill-${index}`, version) }, binaryFile];
      const skill = id
        ? await client.call("skill.update", { id, files, version, notes: `Notes of ${version}` })
        : await client.call("skills.create", { projectId: project.id, files, version });
      id = skill.id;
    }
  }
  return project;
}

const binaryFile = { path: "assets/logo.bin", encoding: "base64" as const, content: "/wAB/g==" };

const describeSkill = (name: string, text: string) =>
  `---\nname: ${name}\ndescription: Does ${name} when it is needed.\n---\n# ${name}\n\n${text}\n`;

const manifest = {
  name: "local/copied",
  packages: [
    {
      environmentVariables: [
        { name: "REGION", description: "The region." },
        { name: "API_KEY", isRequired: true, isSecret: true },
      ],
    },
  ],
};

export async function publishServer(client: ServiceClient, id: string, version: string, text: string): Promise<void> {
  const files = [
    { path: "start.mjs", content: `// ${text}\n` },
    { path: "server.json", content: JSON.stringify({ ...manifest, version }) },
  ];
  const ordered = await client.call("server.generate", {
    id,
    version,
    source: { kind: "files", files, entry: "start.mjs" },
  });
  await waitForGeneration(client, ordered, signal, generationWait);
}

/** The text that rendered Markdown shows. */
export const readMarkdown = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));

/** What a service has in the projects of a name, without what belongs to the service: ids, times, states. */
export async function readProjectContent(client: ServiceClient, name: string) {
  const facts: string[] = [];
  for await (const project of client.list("projects.list", { limit: 200 })) {
    if (project.name !== name) continue;
    facts.push(`project: ${project.description}`);
    for await (const server of client.list("servers.list", { projectId: project.id, limit: 200 })) {
      const { environment, allowedHosts, description, slug } = server;
      const settings = JSON.stringify({ slug, description, region: environment?.REGION, allowedHosts });
      facts.push(...(await readVersions(client, server.artifactId, `server ${server.name} ${settings}`)));
    }
    for await (const skill of client.list("skills.list", { projectId: project.id, limit: 200 }))
      facts.push(...(await readVersions(client, skill.artifactId, `skill ${skill.name}`)));
  }
  return facts.sort();
}

async function readVersions(client: ServiceClient, id: string | null | undefined, subject: string): Promise<string[]> {
  if (!id) return [`${subject}: no version`];
  const { items } = await client.call("registry.versions", { id, limit: 200 });
  return items.map(({ version, digest, entry, notes }, index) => {
    return `${subject}: ${items.length - index} ${version} ${digest} ${entry ?? ""} ${notes}`;
  });
}

interface CopyOptions {
  readonly signal?: AbortSignal;
  readonly onVersion?: () => void;
}

/** Plans a copy of a whole project into one of the same name, and carries it out. */
export async function copyProject(
  source: ServiceClient,
  target: ServiceClient,
  project: { readonly id: string; readonly name: string; readonly description?: string | undefined },
  { signal: ending = signal, onVersion = () => {} }: CopyOptions = {},
) {
  const ends = { source: copyEnd("Here", source), target: copyEnd("There", target) };
  const { items } = await target.call("projects.list", { q: project.name, limit: 200 }, { signal: ending });
  const found = items.find(({ name }) => name === project.name);
  const { name, description, id } = project;
  const request: CopyRequest = {
    project: found ? { kind: "known", id: found.id, name } : { kind: "new", name, description },
    selection: [{ kind: "project", project: { id, name, description } }],
  };
  const plans = await planCopyJob(ends, [request], ending);
  const result = await runCopyJob(ends, plans, ending, onVersion);
  return { ends, plans, result };
}
