import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { deploymentSchema } from "../../../../src/contract/deployments.ts";
import { apiKeySchema, meSchema } from "../../../../src/contract/identity.ts";
import { oauthConnectionSchema } from "../../../../src/contract/oauthConnections.ts";
import { organizationMemberSchema, organizationSchema } from "../../../../src/contract/organizations.ts";
import { projectSchema } from "../../../../src/contract/projects.ts";
import { artifactSchema, registryVersionSchema } from "../../../../src/contract/registry.ts";
import { grantSchema } from "../../../../src/contract/routes/grantRoutes.ts";
import { serverSchema } from "../../../../src/contract/servers.ts";
import { installationSchema, skillSchema } from "../../../../src/contract/skills.ts";
import { testRunSchema } from "../../../../src/contract/testRuns.ts";
import { toVersionedArtifact } from "../../../../src/extension/registry/model/versionedArtifact.ts";
import type { SkillCopy } from "../../../../src/extension/skill/model/skillCopies.ts";
import { findCommand } from "../../../../src/extension/workbench/commandTable.ts";
import { isTreeNode, rowOf, type TreeNode, type TreeNodeOfKind } from "../../../../src/extension/workbench/nodes.ts";
import { createFailureNotes } from "../../../../src/extension/workbench/tree/noteNodes.ts";
import { sampleResponse } from "../../../support/dialect/sampleResponse.ts";

const sample = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> =>
  schema.parse(fc.sample(sampleResponse(schema), { numRuns: 1, seed: 7 })[0]);

const listed = { archived: false, archivedAt: null };
const server = { ...sample(serverSchema), ...listed };
const deployment = sample(deploymentSchema);
const skill = { ...sample(skillSchema), ...listed };
const project = { ...sample(projectSchema), ...listed };
const artifact = sample(artifactSchema);
const versioned = toVersionedArtifact(artifact);
const source = { folder: "file:///a", label: "a", name: "a", description: "", digest: "", problems: [] };
const problem = { path: "SKILL.md", line: 3, column: 1, severity: "error", code: "name", message: "Wrong." } as const;
const connection = { id: "c", name: "Work", baseUrl: "https://fairlead.example", kind: "remote" } as const;
const of = { kind: "server", id: "s", name: "Weather" } as const;
const agentUse = {
  scope: "user",
  ...{ agent: "codex", path: "/home/ada/.codex/config.toml", name: "weather" },
  ...{ entry: { url: "http://127.0.0.1:1/mcp/s" }, connectionId: "local", serverId: "s", serverName: "Weather" },
  at: "2026-11-26T10:00:00.000Z",
} as const;
const files = [{ path: "a/b.md", size: 1 }];
const mcpServer = { key: { kind: "deployed", connection: "c", id: "s" }, name: "Weather" } as const;
const tool = { name: "get_forecast", title: "Forecast", inputSchema: { type: "object" } } as const;
const resource = { uri: "notes://today", name: "today", mimeType: "text/plain" };
const mcpSkill = { uri: "skill://plan-trips/SKILL.md", name: "plan-trips", description: "Plans trips." };
const prompt = { name: "plan", arguments: [{ name: "day", required: true }] };

const copy: SkillCopy = {
  ...{ name: "greeter", scope: "workspace", state: { kind: "same" } },
  ...{ folder: { root: "file:///p", path: ".claude/skills/greeter" }, lock: { root: "file:///p", path: "" } },
  entry: { source: "owner/name", sourceType: "github", skillPath: "greeter/SKILL.md" },
  record: { path: ".claude/skills/greeter", agent: "claude-code", version: "1a2b3c4", digest: "d", files: [] },
};

const variable = { name: "API_KEY", required: true, secret: true, description: "The key.", sentAs: "header X-Key" };
const nodes = {
  project: { kind: "project", project, selected: false },
  server: { kind: "server", server, live: deployment, latest: deployment },
  agents: { kind: "agents", server, url: undefined, count: 1 },
  agentUse: { kind: "agentUse", server, use: agentUse, state: { kind: "moved", reason: "the server is elsewhere" } },
  group: { kind: "group", group: "deployments", server, liveVersion: undefined },
  variables: { kind: "variables", server },
  variable: {
    kind: "variable",
    server,
    group: { key: "API_KEY", label: "API_KEY", main: variable, values: [variable], hosts: undefined },
  },
  tools: { kind: "tools", server, deploymentId: "d", isLatest: true, tokens: 1200 },
  mcpServer: { kind: "mcpServer", name: "mcp.example", url: "https://mcp.example/mcp" },
  toolGroup: { kind: "toolGroup", owner: "tools:s", name: "Pets", tools: [{ kind: "tool", server: mcpServer, tool }] },
  tool: { kind: "tool", server: mcpServer, tool },
  mcpList: {
    kind: "mcpList",
    list: "resources",
    server: mcpServer,
    items: [{ kind: "resource", server: mcpServer, resource }],
  },
  mcpSkill: { kind: "mcpSkill", server: mcpServer, skill: mcpSkill },
  resource: { kind: "resource", server: mcpServer, resource },
  prompt: { kind: "prompt", server: mcpServer, prompt },
  deployment: { kind: "deployment", deployment, live: true, serverName: "Weather" },
  artifacts: { kind: "artifacts", of: "server", first: { items: [artifact], nextCursor: null } },
  artifact: { kind: "artifact", artifact },
  version: { kind: "version", version: sample(registryVersionSchema), artifact: versioned, live: false },
  versionTools: { kind: "versionTools", version: "1.0.0", artifact: versioned, tools: [tool] },
  versionTool: { kind: "versionTool", version: "1.0.0", artifact: versioned, tool },
  folder: { kind: "folder", path: "a", name: "a", files, version: "1.0.0", artifact: versioned },
  file: { kind: "file", path: "a/b.md", size: 1, version: "1.0.0", artifact: versioned },
  skill: { kind: "skill", skill, source, copies: [] },
  source: { kind: "source", source, skill: undefined },
  installation: { kind: "installation", skill, installation: sample(installationSchema), copy: undefined },
  addedSkill: { kind: "addedSkill", name: "greeter", copies: [copy] },
  problem: { kind: "problem", problem, of: { skill, source: undefined } },
  testRuns: { kind: "testRuns", of },
  testRun: { kind: "testRun", run: sample(testRunSchema), of },
  identity: { kind: "identity", me: sample(meSchema), connection },
  connections: { kind: "connections" },
  connection: { kind: "connection", connection, isActive: false, state: "ready" },
  organization: { kind: "organization", organization: sample(organizationSchema) },
  members: { kind: "members" },
  member: { kind: "member", member: sample(organizationMemberSchema) },
  usage: { kind: "usage" },
  auditLog: { kind: "auditLog" },
  metric: { kind: "metric", metric: { name: "deployments", used: 1, limit: 2, unit: "count" } },
  apiKeys: { kind: "apiKeys" },
  apiKey: { kind: "apiKey", apiKey: sample(apiKeySchema), inUse: false },
  oauthConnections: { kind: "oauthConnections" },
  oauthConnection: { kind: "oauthConnection", connection: sample(oauthConnectionSchema), usedBy: [] },
  grants: { kind: "grants" },
  grant: { kind: "grant", grant: sample(grantSchema), server: "Pets" },
  userSettings: { kind: "userSettings" },
  more: { kind: "more", of: "fairlead.servers" },
  note: { kind: "note", id: "a", icon: "info", label: "A", detail: "", command: "fairlead.refresh" },
} as const satisfies { readonly [Kind in TreeNode["kind"]]: TreeNodeOfKind<Kind> };
const all: readonly TreeNode[] = Object.values(nodes);

const manifest = readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8");
const { contributes } = z
  .object({
    contributes: z.object({
      menus: z.record(z.string(), z.array(z.object({ command: z.string().optional(), when: z.string().optional() }))),
    }),
  })
  .parse(JSON.parse(manifest));
const rowItems = ["view/item/context", "fairlead.copy", "fairlead.more"].flatMap(
  (menu) => contributes.menus[menu] ?? [],
);
const conditions = rowItems.flatMap(({ command, when = "" }) => {
  const [, pattern, exact] = /viewItem (?:=~ \/(.*?)\/|== (\w+))/.exec(when) ?? [];
  return command === undefined ? [] : [pattern ?? (exact === undefined ? "" : `^${exact}$`)];
});

describe("each kind of tree row", () => {
  test("has a unique id that does not change", () => {
    const ids = all.map((node) => rowOf(node).id(node));
    expect(new Set(ids).size).toBe(all.length);
    expect(structuredClone(all).map((node) => rowOf(node).id(node))).toEqual(ids);
  });

  test("has a click command of the table", () => {
    const clicked = [...all, ...createFailureNotes("a", new Error("It failed."))].flatMap((node) => {
      return rowOf(node).click?.(node)?.command ?? [];
    });
    expect(clicked.length).toBeGreaterThan(9);
    expect(clicked.filter((command) => !findCommand(command))).toEqual([]);
  });

  test("has a context that starts with its kind", () => {
    const contexts = all.map((node) => rowOf(node).describe(node, 0).context.split(".")[0]);
    expect(contexts).toEqual(Object.keys(nodes));
  });

  test("of an archived item has the context archived, which no action on a live item matches", () => {
    const archived = { archived: true, archivedAt: "2026-01-01T00:00:00Z" };
    const rows: readonly TreeNode[] = [
      { ...nodes.project, project: { ...project, ...archived } },
      { ...nodes.server, server: { ...server, ...archived } },
      { ...nodes.skill, skill: { ...skill, ...archived } },
    ];
    const texts = rows.map((node) => rowOf(node).describe(node, Date.parse("2026-01-03T00:00:00Z")));
    expect(texts.map(({ context }) => context)).toEqual(["archived.project", "archived.server", "archived.skill"]);
    expect(texts.map(({ description, isMuted }) => [description, isMuted])).toEqual(
      rows.map(() => ["archived · 2 d ago", true]),
    );
    expect(rows.map((node) => rowOf(node).click?.(node))).toEqual([undefined, undefined, undefined]);
  });

  test("has a menu in the manifest, except for kinds without actions", () => {
    const hasMenu = (node: TreeNode) =>
      conditions.some((pattern) => new RegExp(pattern).test(rowOf(node).describe(node, 0).context));
    const without = all.filter((node) => !hasMenu(node)).map(({ kind }) => kind);
    expect(without).toEqual(["group", "toolGroup", "mcpList", "resource", "prompt", "folder", "more", "note"]);
  });

  test("is the start of each menu condition in the manifest", () => {
    const named = conditions.flatMap((pattern) => pattern.match(/(?<=^\^\(?)[a-zA-Z]+/) ?? [pattern]);
    expect([...new Set(named)].filter((kind) => !Object.hasOwn(nodes, kind))).toEqual(["archived"]);
  });
});

test("only plain data of a known kind is a tree node", () => {
  expect(all.every(isTreeNode)).toBe(true);
  expect([undefined, null, "server", {}, { kind: "toString" }, { kind: 1 }].filter(isTreeNode)).toEqual([]);
});

test("a server and a folder have child rows that need no request", () => {
  const below = (node: TreeNode) =>
    rowOf(node)
      .children?.(node)
      .map((child) => rowOf(child).describe(child, 0).label);
  const variables = [{ name: "KEY", required: true, secret: true }];
  expect(below({ ...nodes.server, server: { ...server, artifactId: "a", variables } })).toEqual([
    "Variables",
    "Deployments",
    "Versions",
    "Test runs",
  ]);
  expect(below({ ...nodes.server, server: { ...server, artifactId: null, variables: [] } })).toEqual([
    "Deployments",
    "Test runs",
  ]);
  expect(below(nodes.folder)).toEqual(["b.md"]);
});
