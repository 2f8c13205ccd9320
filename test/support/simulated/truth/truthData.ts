import * as z from "zod";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { publishVersion } from "../../../../src/service/registry/publishVersion.ts";
import { toVersionContent } from "../../../../src/service/registry/versionContent.ts";
import { isRecord } from "../../../../src/text/record.ts";
import type { createInMemoryService } from "../../service/inMemoryService.ts";
import type { Truth } from "./truth.ts";
import { fillDeployments, fillServerRuns } from "./truthRuns.ts";

const oneText = z.object({ value: z.string() });

type Service = ReturnType<typeof createInMemoryService>;
/** Advances the clock. */
type Pass = (minutes: number) => void;

/** Creates items of every kind in every state. No server can run: a deployment fails when its files are written. */
export async function fillTruth(service: Service, truth: Truth, pass: Pass): Promise<void> {
  createTeam(service.context, {
    organizations: [],
    members: ["Ada", "Grace", "Linus", "Margaret", "Édouard", "Katherine"].map((name) => ({
      name: `${name} ${name.length}`,
      email: `${name
        .normalize("NFD")
        .replaceAll(/[^A-Za-z]/g, "")
        .toLowerCase()}@example.com`,
    })),
    limits: { deployments: 500 },
  });
  createTeam(service.context, { organizations: ["Second house"], members: [], limits: {} });
  const projects = await projectsOf(truth, pass);
  const servers: string[] = [];
  for (const [index, name] of serverNames.entries()) {
    pass(97);
    servers.push(await newServer(service, truth, projects[index % 3] ?? "", name, index));
  }
  for (const [index, server] of servers.slice(0, 6).entries()) fillDeployments(service, server, index, pass);
  fillConnections(service, servers, pass);
  for (const server of servers.slice(0, 3)) fillServerRuns(service, server, pass);
  await fillSkills(service, truth, projects, pass);
  for (const name of ["CI", "Laptop of Ada", "Deploys only"]) {
    pass(31);
    await createItem(truth, "apiKeys.create", {
      name,
      scopes: ["read", "deploy"],
      ...(name === "CI" && { expiresAt: "2031-05-06T07:08:09.000Z" }),
    });
  }
  await createItem(truth, "userSettings.update", {
    defaultProjectId: projects[1] ?? null,
    notifyOn: "failures",
    keepDeployments: 20,
  });
  fillUsage(service);
}

const serverNames = [
  "Weather",
  "Pet store",
  "Issue tracker",
  "Ünïcode & more",
  "billing-api",
  "Search 2",
  "Mail room",
  "docs",
  "Calendar",
  "Maps",
  "Draft of mine",
];
const states = [
  "ready",
  "ready",
  "failed",
  "ready",
  "generating",
  "ready",
  "ready",
  "draft",
  "failed",
  "ready",
  "draft",
];

async function createItem(
  truth: Truth,
  operation: Parameters<Truth["ask"]>[0],
  input: Readonly<Record<string, unknown>>,
) {
  const { status, body } = await truth.ask(operation, input);
  if (status >= 300 || !isRecord(body))
    throw new Error(`${operation} was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function projectsOf(truth: Truth, pass: Pass): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [name, description] of [
    ["Shop", "What customers see."],
    ["Back office", ""],
    ["Research & more", "Tries things out; may break."],
    ["Empty one", "Nothing in it yet."],
  ]) {
    pass(211);
    ids.push(String((await createItem(truth, "projects.create", { name, description })).id));
  }
  return ids;
}

/** Creates a server with versions. Their entry is not among their files, so that nothing can start. */
async function newServer({ context }: Service, truth: Truth, projectId: string, name: string, index: number) {
  const server = await createItem(truth, "servers.create", {
    projectId,
    name,
    description: index % 2 === 0 ? `Serves ${name}.` : "",
  });
  const id = String(server.id);
  const status = states[index] ?? "ready";
  const versions = status === "draft" ? 0 : 1 + (index % 3);
  let artifactId: string | null = null;
  for (let version = 0; version < versions; version += 1) {
    const files = [
      { path: "README.md", encoding: "utf8" as const, content: `${name} ${version}` },
      { path: "lib/answer.txt", encoding: "utf8" as const, content: String(index * 10 + version) },
    ];
    artifactId = publishVersion(context, {
      artifact: {
        id: artifactId,
        organizationId: organizationOf(context, projectId),
        kind: "server",
        name: String(server.slug),
        title: name,
        description: `Serves ${name}.`,
      },
      version: {
        version: `1.${version}.0`,
        content: toVersionContent(files),
        manifest: { name: `local/${server.slug}`, version: `1.${version}.0` },
        publishedBy: "Ada",
        notes: version > 0 ? `Better than 1.${version - 1}.0.` : "",
        server: { entry: "main.mjs", variables: [], accounts: [], toolCount: 3 + index },
      },
    });
  }
  context.db.run(
    "UPDATE servers SET status = ?, status_detail = ?, artifact_id = ?, tool_count = ?, environment_json = '{}' WHERE id = ?",
    ...[
      status,
      status === "failed" ? "The document has no operations." : null,
      artifactId,
      versions > 0 ? 3 + index : null,
      id,
    ],
  );
  return id;
}

function organizationOf({ db }: Service["context"], projectId: string): string {
  const row = db.get(oneText, "SELECT organization_id AS value FROM projects WHERE id = ?", projectId);
  return row?.value ?? "";
}

function fillConnections({ context }: Service, servers: readonly string[], pass: Pass): void {
  const user = context.db.get(oneText, "SELECT id AS value FROM users ORDER BY id LIMIT 1")?.value ?? "";
  const client = {
    clientId: "c",
    issuer: "https://accounts.example",
    tokenEndpoint: "https://accounts.example/token",
    secretVariable: "S",
    authentication: "none",
    renewable: true,
  };
  for (const [index, status] of ["connected", "expired", "revoked", "connected"].entries()) {
    pass(53);
    const at = context.clock().toISOString();
    context.db.run(
      `INSERT INTO oauth_connections (id, server_id, scheme, user_id, provider, account, scopes_json, status, status_detail, client_json,
         sealed_tokens, connected_at, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)`,
      ...[
        context.newId("oac_"),
        servers[index] ?? "",
        "login",
        user,
        `https://accounts${index}.example`,
        index === 2 ? null : `ada${index}@example.com`,
      ],
      ...[
        '["read","mail"]',
        status,
        status === "revoked" ? "Disconnected by its owner." : null,
        JSON.stringify(client),
      ],
      ...[at, later(at, 90 * 86_400_000), at, at],
    );
  }
}

async function fillSkills(service: Service, truth: Truth, projects: readonly string[], pass: Pass): Promise<void> {
  for (const [index, name] of ["release-notes", "review", "sql-helper", "tidy-up", "draft-mail"].entries()) {
    pass(67);
    const skill = await createItem(truth, "skills.create", {
      projectId: projects[index % 2] ?? "",
      files: createTruthSkillFiles(name, "Say it."),
    });
    if (index < 2)
      await createItem(truth, "skill.update", {
        id: skill.id,
        files: createTruthSkillFiles(name, "Say it twice."),
        notes: "Says more.",
      });
    for (let number = 0; number < index % 4; number += 1) {
      pass(17);
      const target = {
        scope: number % 2 === 0 ? "workspace" : "user",
        agent: "claude",
        path: `/home/ada/${number}/.claude/skills/${name}`,
        machine: "laptop",
      };
      const { id } = await createItem(truth, "skill.install", { id: skill.id, target });
      if (number === 2) await createItem(truth, "skill.uninstall", { id: skill.id, installationId: id });
    }
    if (index < 3) await finishedRun(service, truth, String(skill.id));
  }
}

export function createTruthSkillFiles(name: string, instructions: string) {
  const text = `---\nname: ${name}\ndescription: Does ${name} well. Use when it is asked for.\nlicense: MIT\n---\n\n${instructions}\n`;
  return [{ path: "SKILL.md", encoding: "utf8", content: text }];
}

async function finishedRun({ context }: Service, truth: Truth, skillId: string): Promise<void> {
  const { id } = await createItem(truth, "skillTestRuns.start", { id: skillId, cases: ["specification"] });
  const sql = "SELECT status AS value FROM test_runs WHERE id = ?";
  while (["queued", "running"].includes(context.db.get(oneText, sql, String(id))?.value ?? ""))
    await new Promise((next) => setImmediate(next));
}

function fillUsage({ context }: Service): void {
  const organization =
    context.db.get(oneText, "SELECT id AS value FROM organizations ORDER BY id LIMIT 1")?.value ?? "";
  for (let day = 0; day < 12; day += 1)
    for (const [index, metric] of ["deployments", "testRuns", "toolCalls"].entries())
      context.db.run(
        "INSERT OR REPLACE INTO usage_days (organization_id, date, metric, used) VALUES (?, ?, ?, ?)",
        ...[
          organization,
          new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10),
          metric,
          3 + day * (index + 1),
        ],
      );
}

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
