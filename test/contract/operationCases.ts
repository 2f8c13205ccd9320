import { expect } from "vitest";
import type { OperationInput, OperationName } from "../../src/contract/operations.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { type ContractFixture, contractSkillFiles, installationTarget } from "./contractFixture.ts";

/** The test data for one operation of the contract. */
export interface OperationCase<N extends OperationName> {
  /** Creates a valid input for each call. */
  readonly input: (fixture: ContractFixture) => Promise<OperationInput<N>>;
  /** The expected response for `toMatchObject`; the client already checks the schema. */
  readonly answer: (input: OperationInput<N>, fixture: ContractFixture) => object | undefined;
  /** The input with an unknown id, for operations that look up an item. */
  readonly missing?: (input: OperationInput<N>) => OperationInput<N>;
}

type Cases = { readonly [N in OperationName]: OperationCase<N> };

const none = async () => ({});
const containing = (item: object) => ({ items: expect.arrayContaining([expect.objectContaining(item)]) });
const source = { kind: "template", template: "starter" } as const;

/** The compiler rejects this file when an operation has no case. */
export const operationCases: Cases = {
  "me.get": { input: none, answer: () => ({ key: { name: "contract tests" } }) },
  "apiKeys.list": { input: none, answer: () => containing({ name: "contract tests" }) },
  "apiKeys.create": {
    input: async () => ({ name: "made", scopes: ["read", "deploy"] }),
    answer: () => ({ name: "made", scopes: ["read", "deploy"], lastUsedAt: null }),
  },
  "apiKeys.delete": {
    input: async (fixture) => ({ id: (await fixture.clientWith(["read"])).keyId }),
    answer: () => undefined,
    missing: () => ({ id: "key_none" }),
  },
  "userSettings.get": { input: none, answer: () => ({ id: expect.stringMatching(/^usr_/), etag: expect.any(String) }) },
  "userSettings.update": {
    input: async (fixture) => ({
      defaultProjectId: (await fixture.newProject()).id,
      testTimeoutMs: 5000,
      notifyOn: null,
    }),
    answer: ({ defaultProjectId }) => ({ defaultProjectId, testTimeoutMs: 5000, keepDeployments: 50, notifyOn: "all" }),
  },
  "organizations.list": { input: none, answer: () => ({ items: [{ name: "Personal", role: "owner" }] }) },
  "organization.get": {
    input: async (fixture) => ({ id: (await fixture.client.call("me.get", {})).organizationId }),
    answer: ({ id }) => ({ id, name: "Personal", plan: "local", memberCount: 1, role: "owner" }),
  },
  "organization.members": {
    input: none,
    answer: () => ({ items: [{ role: "owner", email: null }], nextCursor: null }),
  },
  "organization.usage": {
    input: async (fixture) => (await fixture.deployed()) && {},
    answer: () => ({
      metrics: expect.arrayContaining([expect.objectContaining({ name: "storage", unit: "bytes" })]),
      daily: expect.arrayContaining([expect.objectContaining({ date: expect.any(String) })]),
    }),
  },
  "projects.list": {
    input: async (fixture) => ({ q: (await fixture.newProject("Find me")).name }),
    answer: () => containing({ name: "Find me" }),
  },
  "projects.create": {
    input: async () => ({ name: " Ünïcode & more ", description: "why" }),
    answer: () => ({ name: "Ünïcode & more", description: "why", serverCount: 0 }),
  },
  "project.get": {
    input: async (fixture) => ({ id: (await fixture.newProject()).id }),
    answer: ({ id }) => ({ id }),
    missing: () => ({ id: "prj_none" }),
  },
  "project.update": {
    input: async (fixture) => ({ id: (await fixture.newProject()).id, name: "Renamed" }),
    answer: ({ id }) => ({ id, name: "Renamed" }),
    missing: (input) => ({ ...input, id: "prj_none" }),
  },
  "servers.list": {
    input: async (fixture) => ({ id: requireValue((await fixture.deployed()).serverId) }),
    answer: ({ id }) => ({ items: [{ id, status: "ready" }], nextCursor: null }),
  },
  "servers.create": {
    input: async (fixture) => ({ projectId: (await fixture.newProject()).id, name: "New", source }),
    answer: ({ projectId }) => ({ projectId, status: "draft", source: { kind: "template" }, liveDeploymentId: null }),
    missing: (input) => ({ ...input, projectId: "prj_none" }),
  },
  "server.update": {
    input: async (fixture) => ({ id: requireValue((await fixture.deployed()).serverId), description: "Changed" }),
    answer: ({ id }) => ({ id, description: "Changed" }),
    missing: (input) => ({ ...input, id: "srv_none" }),
  },
  "server.generate": {
    input: async (fixture) => ({ id: (await fixture.newServer()).id, version: "2.0.0" }),
    answer: ({ id }) => ({ id, status: "generating" }),
    missing: (input) => ({ ...input, id: "srv_none" }),
  },
  "server.deploy": {
    input: async (fixture) => ({ id: (await fixture.newServer()).id, message: "why" }),
    answer: ({ id }) => ({ serverId: id, version: "1.0.0", message: "why" }),
    missing: (input) => ({ ...input, id: "srv_none" }),
  },
  "deployments.list": {
    input: async (fixture) => ({ serverId: requireValue((await fixture.deployed()).serverId), status: "running" }),
    answer: ({ serverId }) => ({ items: [{ serverId }], nextCursor: null }),
  },
  "deployment.get": {
    input: async (fixture) => ({ id: (await fixture.deployed()).id }),
    answer: ({ id }) => ({ id, status: "running", failure: null }),
    missing: () => ({ id: "dep_none" }),
  },
  "deployment.events": {
    input: async (fixture) => ({ id: (await fixture.deployed()).id, after: 1, limit: 1 }),
    answer: ({ id }) => ({ items: [{ deploymentId: id, sequence: 2 }], nextCursor: "2" }),
    missing: (input) => ({ ...input, id: "dep_none" }),
  },
  "deployment.health": {
    input: async (fixture) => ({ id: (await fixture.deployed()).id }),
    answer: ({ id }) => ({ deploymentId: id, restarts: 0 }),
    missing: () => ({ id: "dep_none" }),
  },
  "skills.list": {
    input: async (fixture) => ({ id: (await fixture.newSkill()).id }),
    answer: ({ id }) => ({ items: [{ id, name: "sample", latestVersion: "0.1.0" }], nextCursor: null }),
  },
  "skills.create": {
    input: async (fixture) => ({
      projectId: (await fixture.newProject()).id,
      files: contractSkillFiles(),
      version: "3.1.4",
    }),
    answer: ({ projectId }) => ({ projectId, name: "sample", latestVersion: "3.1.4", valid: true, problems: [] }),
    missing: (input) => ({ ...input, projectId: "prj_none" }),
  },
  "skill.update": {
    input: async (fixture) => ({
      id: (await fixture.newSkill()).id,
      files: contractSkillFiles("Say it twice."),
      notes: "why",
    }),
    answer: ({ id }) => ({ id, latestVersion: "0.1.1" }),
    missing: (input) => ({ ...input, id: "skl_none" }),
  },
  "skill.installations": {
    input: async (fixture) => ({ id: requireValue((await fixture.installed()).skillId), status: "installed" }),
    answer: ({ id }) => ({ items: [{ skillId: id, version: "0.1.0" }], nextCursor: null }),
    missing: (input) => ({ ...input, id: "skl_none" }),
  },
  "skill.install": {
    input: async (fixture) => ({ id: (await fixture.newSkill()).id, version: "0.1.0", target: installationTarget }),
    answer: ({ id, target }) => ({ skillId: id, version: "0.1.0", status: "installed", target }),
    missing: (input) => ({ ...input, id: "skl_none" }),
  },
  "skill.uninstall": {
    input: async (fixture) => {
      const { id, skillId } = await fixture.installed();
      return { id: requireValue(skillId), installationId: id };
    },
    answer: ({ installationId }) => ({ id: installationId, status: "removed" }),
    missing: (input) => ({ ...input, installationId: "ins_none" }),
  },
  "serverTestRuns.list": {
    input: async (fixture) => ({ id: (await fixture.testedServer()).serverId ?? "none" }),
    answer: ({ id }) => ({ items: [{ serverId: id }], nextCursor: null }),
    missing: () => ({ id: "srv_none" }),
  },
  "serverTestRuns.start": {
    input: async (fixture) => ({ id: (await fixture.newServer()).id, version: "1.0.0", cases: ["protocol"] }),
    answer: ({ id }) => ({ serverId: id, version: "1.0.0", status: "queued", deploymentId: null }),
    missing: (input) => ({ ...input, id: "srv_none" }),
  },
  "serverTestRun.get": {
    input: async (fixture) => ({ id: (await fixture.testedServer()).id }),
    answer: ({ id }) => ({ id, cases: expect.arrayContaining([expect.objectContaining({ kind: "protocol" })]) }),
    missing: () => ({ id: "run_none" }),
  },
  "skillTestRuns.list": {
    input: async (fixture) => ({ id: (await fixture.testedSkill()).skillId ?? "none" }),
    answer: ({ id }) => ({ items: [{ skillId: id }], nextCursor: null }),
    missing: () => ({ id: "skl_none" }),
  },
  "skillTestRuns.start": {
    input: async (fixture) => ({ id: (await fixture.newSkill()).id, cases: ["specification", "links"] }),
    answer: ({ id }) => ({ skillId: id, version: "0.1.0", summary: { total: 2 } }),
    missing: (input) => ({ ...input, id: "skl_none" }),
  },
  "skillTestRun.get": {
    input: async (fixture) => ({ id: (await fixture.testedSkill()).id }),
    answer: ({ id }) => ({ id, cases: [{ id: "specification" }] }),
    missing: () => ({ id: "run_none" }),
  },
  "registry.artifacts": {
    input: async (fixture) => ({ kind: (await fixture.deployed()) && "server" }),
    answer: () => containing({ kind: "server", latestVersion: "1.0.0" }),
  },
  "registry.artifact": {
    input: async (fixture) => ({ id: await artifactOf(fixture), version: "1.0.0" }),
    answer: ({ id }) => ({
      id,
      version: { version: "1.0.0" },
      files: expect.arrayContaining([expect.objectContaining({ path: "server.mjs", encoding: "utf8" })]),
    }),
    missing: () => ({ id: "art_none" }),
  },
  "registry.versions": {
    input: async (fixture) => ({ id: await artifactOf(fixture) }),
    answer: () => ({ items: [{ version: "1.0.0" }], nextCursor: null }),
    missing: () => ({ id: "art_none" }),
  },
  "oauthConnections.list": {
    input: async (fixture) => ({ serverId: (await fixture.connection()).usedBy?.[0] ?? "none" }),
    answer: ({ serverId }) => ({ items: [{ usedBy: [serverId], status: "connected" }], nextCursor: null }),
  },
  "oauthConnection.get": {
    input: async (fixture) => ({ id: (await fixture.connection()).id }),
    answer: ({ id }) => ({ id, status: "connected", statusDetail: null }),
    missing: () => ({ id: "oac_none" }),
  },
  "oauthConnection.delete": {
    input: async (fixture) => ({ id: (await fixture.connection()).id }),
    answer: () => undefined,
    missing: () => ({ id: "oac_none" }),
  },
  "runtime.token": {
    input: async (fixture) => ({ serverId: requireValue((await fixture.deployed()).serverId), ttlSeconds: 60 }),
    answer: ({ serverId }, { url }) => ({ expiresIn: 60, tokenType: "Bearer", resource: `${url}/mcp/${serverId}` }),
    missing: () => ({ serverId: "srv_none" }),
  },
  "runtime.oauthToken": {
    input: async (fixture) => {
      const { keyId, key } = await fixture.clientWith(["runtime"]);
      const resource = `${fixture.url}/mcp/${(await fixture.deployed()).serverId}`;
      return { grant_type: "client_credentials", client_id: keyId, client_secret: key, resource };
    },
    answer: () => ({ token_type: "Bearer", expires_in: 900 }),
  },
};

/** Creates a valid input of an operation, and what it is about. */
export async function createKnownInput<N extends OperationName>(fixture: ContractFixture, name: N) {
  return Object.fromEntries(Object.entries(await operationCases[name].input(fixture)));
}

async function artifactOf(fixture: ContractFixture): Promise<string> {
  const { serverId } = await fixture.deployed();
  const { items } = await fixture.client.call("servers.list", { id: serverId });
  return items[0]?.artifactId ?? "none";
}
