import * as z from "zod";
import { confidential } from "./confidential.ts";
import { deploymentSchema } from "./deployments.ts";
import { fileSchema } from "./files.ts";
import { serverAccountSchema } from "./oauthConnections.ts";
import { byId, id, listQuery, nothing, type Operation, page, stored } from "./operation.ts";
import { versionInput } from "./semanticVersion.ts";

/** The templates a server can start from. */
export const templates = ["starter"] as const;

/** Above this number of tools a server offers search, describe and call instead, unless `maxTools` says otherwise. */
export const defaultMaxTools = 80;

const openapiSource = z.strictObject({
  kind: z.literal("openapi"),
  document: confidential(z.string().min(1)).optional().describe("The text of the document, JSON or YAML."),
  url: z.url().optional().describe("Where the service fetches the document; either this or `document`."),
  include: z
    .array(z.string().min(1).max(500))
    .optional()
    .describe("Operations to make tools of: `GET /pets/{id}` for one, `tag:pets` for a tag; all where absent."),
  baseUrl: z.url().optional().describe("Where the API is, if not at the document's first server."),
  maxTools: z.number().int().min(3).max(5000).optional(),
});

const templateSource = z.strictObject({ kind: z.literal("template"), template: z.enum(templates) });

const filesSource = z.strictObject({
  kind: z.literal("files"),
  files: z.array(fileSchema).min(1).max(2000),
  entry: z
    .string()
    .min(1)
    .describe("The module that is run: it listens on `PORT` of `HOST` and answers MCP at `/mcp`."),
});

/** What a server is made from. */
export const serverSourceSchema = z.discriminatedUnion("kind", [openapiSource, templateSource, filesSource]);
export type ServerSource = z.output<typeof serverSourceSchema>;

/** A source as it reads back: everything but the document and the files themselves. */
export const sourceSummarySchema = z.looseObject({
  kind: z.enum(["openapi", "template", "files"]),
  title: z.string().optional(),
  url: z.string().optional(),
  include: z.array(z.string()).optional(),
  baseUrl: z.string().optional(),
  maxTools: z.number().optional(),
  template: z.string().optional(),
  entry: z.string().optional(),
  fileCount: z.number().int().optional(),
  digest: z.string().describe("sha256 of the document or of the sorted file list."),
});

/** What is wrong with a source, and where: `pointer` is a JSON pointer into the document (RFC 6901). */
export const sourceProblemSchema = z.looseObject({
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  message: z.string(),
  pointer: z.string(),
});
export type SourceProblem = z.output<typeof sourceProblemSchema>;

/** A variable of the environment that a server wants to find when it runs. */
export const variableSchema = z.looseObject({
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  description: z.string(),
});
export type Variable = z.output<typeof variableSchema>;

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "letters, digits and underscores only");

/** Values for a server's variables; null removes one (JSON Merge Patch). */
export const environmentInput = z.record(
  variableName,
  confidential(
    z
      .string()
      .max(32_768)
      .regex(/^[^\0]*$/, "no NUL characters"),
  ).nullable(),
);

export const serverSchema = z.looseObject({
  ...stored,
  projectId: id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  source: sourceSummarySchema.nullable(),
  status: z.enum(["draft", "generating", "ready", "failed"]),
  statusDetail: z.string().nullable(),
  problems: z.array(sourceProblemSchema),
  artifactId: id.nullable(),
  latestVersion: z.string().nullable(),
  liveDeploymentId: id.nullable(),
  desiredState: z.enum(["running", "stopped"]),
  environment: z.record(z.string(), z.string().nullable()).describe("A secret's value reads back as null."),
  variables: z.array(variableSchema),
  accounts: z.array(serverAccountSchema).describe("What its API wants an account for."),
  toolCount: z.number().int().nullable(),
});
export type Server = z.output<typeof serverSchema>;

const name = z.string().trim().min(1).max(100);
const description = z.string().max(2000);

export const serverOperations = {
  "servers.list": {
    method: "GET",
    path: "/api/v1/servers",
    summary: "List servers.",
    scope: "read",
    query: listQuery({
      id: id.optional(),
      projectId: id.optional(),
      status: serverSchema.shape.status.optional(),
      q: z.string().max(200).optional(),
    }),
    body: null,
    success: 200,
    output: page(serverSchema),
  },
  "servers.create": {
    method: "POST",
    path: "/api/v1/servers",
    summary: "Create a server; with a source it can be generated at once.",
    scope: "write",
    query: nothing,
    body: z.strictObject({
      projectId: id,
      name,
      description: description.default(""),
      source: serverSourceSchema.optional(),
      environment: environmentInput.optional(),
    }),
    success: 201,
    output: serverSchema,
  },
  "server.update": {
    method: "PATCH",
    path: "/api/v1/server",
    summary: "Modify a server; desiredState starts and stops its live deployment.",
    scope: "write",
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      description: description.nullable().optional(),
      desiredState: z.enum(["running", "stopped"]).optional(),
      environment: environmentInput.optional(),
    }),
    success: 200,
    output: serverSchema,
  },
  "server.generate": {
    method: "POST",
    path: "/api/v1/server/generate",
    summary: "Generate a new immutable version of a server from its source.",
    scope: "write",
    query: byId,
    body: z.strictObject({ version: versionInput, source: serverSourceSchema.optional() }),
    success: 202,
    output: serverSchema,
  },
  "server.deploy": {
    method: "POST",
    path: "/api/v1/server/deploy",
    summary: "Deploy a version of a server, the latest unless said; an earlier one is a rollback.",
    scope: "deploy",
    query: byId,
    body: z.strictObject({
      version: z.string().optional(),
      environment: environmentInput.optional().describe("Kept in the server's environment."),
      message: z.string().max(500).optional(),
    }),
    success: 202,
    output: deploymentSchema,
  },
} as const satisfies Record<string, Operation>;
