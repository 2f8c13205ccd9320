import type { ServiceClient } from "../../src/client/client.ts";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { Deployment } from "../../src/contract/deployments.ts";
import type { FileEntry } from "../../src/contract/files.ts";
import type { OauthConnection } from "../../src/contract/oauthConnections.ts";
import type { ApiKeyScope } from "../../src/contract/operation.ts";
import type { Project } from "../../src/contract/projects.ts";
import type { Server } from "../../src/contract/servers.ts";
import type { Installation, Skill } from "../../src/contract/skills.ts";
import type { TestRun } from "../../src/contract/testRuns.ts";
import { createAccountServer } from "../support/oauth/accountServer.ts";
import { deployVersion, generateServerFrom } from "../support/servers/generateServer.ts";
import { createTinySource, type TinyVariant } from "../support/servers/tinyServer.ts";
import { startServiceInMemory } from "../support/service/servedService.ts";

type LogEntry = Parameters<NonNullable<Parameters<typeof createServiceClient>[0]["log"]>>[0];

/** The real client connected to a real service, with functions that create one item of each kind. */
export interface ContractFixture {
  readonly url: string;
  readonly key: string;
  /** A client whose key has every scope. */
  readonly client: ServiceClient;
  /** The log of `client`, oldest entry first. */
  readonly log: readonly LogEntry[];
  /** Creates a client with its own key. The fixture closes it. */
  clientWith(
    scopes: readonly ApiKeyScope[],
  ): Promise<{ readonly client: ServiceClient; readonly keyId: string; readonly key: string }>;
  clientOf(key: string | undefined, baseUrl?: string): ServiceClient;
  newProject(name?: string): Promise<Project>;
  /** A server whose version 1.0.0 is ready to be deployed. */
  newServer(variant?: TinyVariant): Promise<Server>;
  /** A running deployment. */
  deployed(): Promise<Deployment>;
  /** A skill whose version 0.1.0 is published. */
  newSkill(): Promise<Skill>;
  /** An installation of a new skill. */
  installed(): Promise<Installation>;
  /** The account that is connected to a server whose API requires one. */
  connection(): Promise<OauthConnection>;
  /** A started run of a new server's protocol checks. */
  testedServer(): Promise<TestRun>;
  /** A started run of a new skill's specification check. */
  testedSkill(): Promise<TestRun>;
  close(): Promise<void>;
}

export const installationTarget = {
  scope: "workspace",
  agent: "claude",
  path: "/w/.claude/skills/sample",
  machine: "m",
} as const;

/** The files of a valid skill. */
export function contractSkillFiles(instructions = "Say it."): FileEntry[] {
  const frontMatter = "name: sample\ndescription: Says it. Use when something is to be said.";
  return [{ path: "SKILL.md", encoding: "utf8", content: `---\n${frontMatter}\n---\n\n${instructions}\n` }];
}

export async function startContractFixture(
  options: Parameters<typeof startServiceInMemory>[0] = {},
): Promise<ContractFixture> {
  const service = await startServiceInMemory(options);
  const key = service.issueKey("contract tests");
  const clients: ServiceClient[] = [];
  const log: LogEntry[] = [];
  const clientOf = (own: string | undefined, baseUrl = service.url) => {
    const created = createServiceClient({ baseUrl, key: async () => own });
    clients.push(created);
    return created;
  };
  const client = createServiceClient({ baseUrl: service.url, key: async () => key, log: (entry) => log.push(entry) });
  let runningDeployment: Promise<Deployment> | undefined;
  const newProject = (name = "Contract") => client.call("projects.create", { name });
  const newServer = async (variant: TinyVariant = "healthy") =>
    generateServerFrom({ api: client, project: await newProject() }, "Tiny", {
      ...{ version: "1.0.0", source: createTinySource(variant) },
    });
  const newSkill = async () =>
    client.call("skills.create", { projectId: (await newProject()).id, files: contractSkillFiles() });
  const account = createAccountServer(client);
  return {
    url: service.url,
    key,
    client,
    log,
    clientOf,
    clientWith: async (scopes) => {
      const apiKey = await client.call("apiKeys.create", { name: scopes.join(" "), scopes: [...scopes] });
      return { client: clientOf(apiKey.key), keyId: apiKey.id, key: apiKey.key };
    },
    newProject,
    newServer,
    newSkill,
    installed: async () => client.call("skill.install", { id: (await newSkill()).id, target: installationTarget }),
    connection: account.connection,
    testedServer: async () => client.call("serverTestRuns.start", { id: (await newServer()).id, cases: ["protocol"] }),
    testedSkill: async () =>
      client.call("skillTestRuns.start", { id: (await newSkill()).id, cases: ["specification"] }),
    deployed: () => {
      runningDeployment ??= newServer().then(({ id }) => deployVersion(client, id));
      return runningDeployment;
    },
    close: async () => {
      await account.close();
      await Promise.all([client, ...clients].map((each) => each.close()));
      await service.close();
    },
  };
}
