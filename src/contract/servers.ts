import * as z from "zod";
import { readHostName } from "../text/hosts/hostName.ts";
import { markConfidential } from "./confidential.ts";
import { deploymentSchema } from "./deployments.ts";
import { documentPartsShape, fileSchema } from "./files.ts";
import { oauthSchemeShape, serverAccountSchema } from "./oauthConnections.ts";
import {
  archivableShape,
  archivedField,
  emptyQuerySchema,
  idQuerySchema,
  idSchema,
  includeArchived,
  listQuerySchema,
  modifying,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";
import { placementInputShape, placementShape } from "./runners.ts";
import { semanticVersionSchema } from "./semanticVersion.ts";
import { attachedSkillsSchema } from "./skills.ts";

/** The templates a server can start from. */
export const serverTemplates = ["starter"] as const;

const openapiSource = z.strictObject({
  kind: z.literal("openapi"),
  document: markConfidential(z.string().min(1)).optional().describe("The text of the document, JSON or YAML."),
  ...documentPartsShape,
  url: z.url().optional().describe("The URL from which the service fetches the document; either this or `document`."),
  include: z
    .array(z.string().min(1).max(500))
    .optional()
    .describe("The operations that become tools: `GET /pets/{id}` for one, `tag:pets` for a tag; by default all."),
  baseUrl: z.url().optional().describe("The base URL of the API, if it is not the document's first server."),
  maxTools: z.number().int().min(3).max(5000).optional(),
  constants: z
    .record(z.string().min(1).max(200), z.boolean())
    .optional()
    .describe(
      "Whether a parameter that nearly every operation wants, by its name, is a required variable of the server; by default a header is that every request needs.",
    ),
});

const templateSource = z.strictObject({ kind: z.literal("template"), template: z.enum(serverTemplates) });

const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((text) => !/^[^/]+\/\/[^/]*@/.test(text), "a URL without a user name or password")
  .optional();

const oauthScheme = z.strictObject({
  ...oauthSchemeShape,
  authorizationUrl: endpoint,
  tokenUrl: endpoint,
  refreshUrl: endpoint,
  openIdConnectUrl: endpoint,
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, "a scope of OAuth")).max(500),
});

const filesSource = z.strictObject({
  kind: z.literal("files"),
  files: z.array(fileSchema).min(1).max(2000),
  entry: z
    .string()
    .min(1)
    .describe(
      "The module to run: it listens on `PORT` of `HOST` and serves MCP at `/mcp`. `Dockerfile`: a container engine builds the server.",
    ),
  accounts: z
    .array(oauthScheme)
    .max(100)
    .optional()
    .describe("The OAuth security schemes whose accounts the files use, as the version that they come from has them."),
});

/** The source of a server. */
export const serverSourceSchema = z.discriminatedUnion("kind", [openapiSource, templateSource, filesSource]);
export type ServerSource = z.output<typeof serverSourceSchema>;

/** A source in responses: without the document and the file contents. */
export const sourceSummarySchema = z.looseObject({
  kind: z.enum(["openapi", "template", "files"]),
  title: z.string().optional(),
  url: z.string().optional(),
  include: z.array(z.string()).optional(),
  baseUrl: z.string().optional(),
  maxTools: z.number().optional(),
  constants: z.record(z.string(), z.boolean()).optional(),
  template: z.string().optional(),
  entry: z.string().optional(),
  fileCount: z.number().int().optional(),
  skills: z
    .array(z.string())
    .optional()
    .describe("The skills of the version, which its server serves beside its tools."),
  digest: z.string().describe("sha256 of the document or of the sorted file list."),
});

/** A problem of a source; `pointer` is a JSON pointer into the document with its parts (RFC 6901). */
export const sourceProblemSchema = z.looseObject({
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  message: z.string(),
  pointer: z.string(),
  file: z.string().optional().describe("The part of a document in several files that it is in."),
  filePointer: z.string().optional().describe("The JSON pointer in that file."),
  line: z.number().int().optional().describe("The line in that file, else in the document, counted from 0."),
  column: z.number().int().optional().describe("The column in the line, counted from 0."),
});
export type SourceProblem = z.output<typeof sourceProblemSchema>;

/** An environment variable that a server reads. */
export const serverVariableSchema = z.looseObject({
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  description: z.string(),
  hosts: z
    .array(z.string())
    .optional()
    .describe("The hosts that this version sends a credential to. The value of the variable lists those agreed to."),
  sentTo: z.array(z.string()).optional().describe("The hosts that the value goes to."),
  sentAs: z
    .string()
    .optional()
    .describe("How requests carry the value, such as `header X-Api-Key`, `query api_key` or `Basic user`."),
  credential: z
    .looseObject({
      name: z.string().describe("The name of the security scheme in the document."),
      operations: z.number().int().describe("How many operations take it."),
      needs: z.array(z.string()).optional().describe("Other schemes that are sent wherever it is."),
    })
    .optional()
    .describe("The credential whose value, or whose hosts, it is."),
  parameter: z.string().optional().describe("The parameter of nearly every operation whose value it is."),
  documentation: z.string().optional().describe("The URL of a page that says where to find the value."),
  set: z.boolean().optional().describe("Whether the server has a value for it."),
  changed: z
    .boolean()
    .optional()
    .describe("Whether the value is another than the one that the live deployment runs with; absent: nothing is live."),
});
export type ServerVariable = z.output<typeof serverVariableSchema>;

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "letters, digits and underscores only");

/** Values for a server's variables; null removes one (JSON Merge Patch). */
export const serverEnvironmentSchema = z.record(
  variableName,
  markConfidential(
    z
      .string()
      .max(32_768)
      .regex(/^[^\0]*$/, "no NUL characters"),
  ).nullable(),
);

export const serverSchema = z.looseObject({
  ...storedItemShape,
  ...archivableShape,
  projectId: idSchema,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  source: sourceSummarySchema.nullable(),
  status: z.enum(["draft", "generating", "ready", "failed"]),
  statusDetail: z.string().nullable(),
  problems: z.array(sourceProblemSchema),
  artifactId: idSchema.nullable(),
  latestVersion: z.string().nullable(),
  liveDeploymentId: idSchema.nullable(),
  desiredState: z.enum(["running", "stopped"]),
  environment: z.record(z.string(), z.string().nullable()).describe("The values of secrets are null in responses."),
  variables: z.array(serverVariableSchema),
  accounts: z.array(serverAccountSchema).describe("The security schemes that need an account."),
  toolCount: z.number().int().nullable(),
  toolCallsSince: timestampSchema
    .optional()
    .describe("Since when the service counts the calls of each tool, if it does: see `server/tool-calls`."),
  allowedHosts: z
    .array(z.string())
    .optional()
    .describe(
      "The hosts that the server may connect to besides those of its API, such as `cdn.example.com` or `10.0.0.5:8080`.",
    ),
  ...placementShape,
});
export type ServerResource = z.output<typeof serverSchema>;
export type Server = Received<ServerResource>;

const name = z.string().trim().min(1).max(100);
const description = z.string().max(2000);
/** The limits of a list of allowed hosts. */
export const allowedHostLimits = { hosts: 200, characters: 260 } as const;

const allowedHost = z
  .string()
  .max(allowedHostLimits.characters)
  .transform((text) => readHostName(text.trim()))
  .pipe(z.string("a host, a host with a port, or a URL"));

export const serverOperations = {
  "servers.list": {
    ...reading,
    path: "/api/v1/servers",
    kind: "server",
    summary: "List servers.",
    resource: "servers",
    query: listQuerySchema({
      id: idSchema.optional(),
      projectId: idSchema.optional(),
      status: serverSchema.shape.status.optional(),
      q: z.string().max(200).optional(),
      includeArchived,
    }),
    output: pageSchema(serverSchema),
  },
  "servers.create": {
    method: "POST",
    path: "/api/v1/servers",
    kind: "server",
    summary: "Create a server, optionally with the source to generate it from.",
    scope: "write",
    query: emptyQuerySchema,
    body: z.strictObject({
      projectId: idSchema,
      name,
      description: description.default(""),
      source: serverSourceSchema.optional(),
      environment: serverEnvironmentSchema.optional(),
    }),
    success: 201,
    output: serverSchema,
  },
  "server.update": {
    ...modifying,
    path: "/api/v1/server",
    kind: "server",
    owner: "server",
    summary: "Modify a server; desiredState starts and stops its live deployment, and archived also stops it.",
    fieldScopes: [{ field: "desiredState", value: "running", scope: "deploy" }],
    body: z.strictObject({
      name: name.optional(),
      description: description.nullable().optional(),
      desiredState: z.enum(["running", "stopped"]).optional(),
      archived: archivedField,
      environment: serverEnvironmentSchema.optional(),
      allowedHosts: z
        .array(allowedHost)
        .max(allowedHostLimits.hosts)
        .optional()
        .describe("Replaces the list. It applies at once."),
      ...placementInputShape,
    }),
    output: serverSchema,
  },
  "server.generate": {
    method: "POST",
    path: "/api/v1/server/generate",
    kind: "server",
    owner: "server",
    summary: "Generate a new immutable version of a server from its source.",
    scope: "write",
    query: idQuerySchema,
    body: z.strictObject({
      version: semanticVersionSchema,
      source: serverSourceSchema.optional(),
      skills: attachedSkillsSchema,
    }),
    success: 202,
    output: serverSchema,
  },
  "server.deploy": {
    method: "POST",
    path: "/api/v1/server/deploy",
    kind: "deployment",
    owner: "server",
    summary: "Deploy a version of a server, by default the latest; an earlier one is a rollback.",
    scope: "deploy",
    fieldScopes: [{ field: "environment", scope: "write" }],
    query: idQuerySchema,
    body: z.strictObject({
      version: z.string().optional(),
      environment: serverEnvironmentSchema.optional().describe("Variables to save in the server's environment."),
      message: z.string().max(500).optional(),
      preview: z.boolean().optional().describe("Beside the live version; a deployment without it makes it live."),
    }),
    success: 202,
    output: deploymentSchema,
  },
} as const satisfies Record<string, Operation>;
