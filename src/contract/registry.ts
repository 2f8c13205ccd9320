import * as z from "zod";
import { storedFileSchema } from "./files.ts";
import { oauthSchemeShape } from "./oauthConnections.ts";
import {
  idQuerySchema,
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";

/** It becomes a part of a test's name, and anybody may write a manifest. */
const checkRequest = z
  .string()
  .max(500)
  .regex(/^[\x20-\x7e]+$/);

const checkedManifestSchema = z.object({
  _meta: z.object({
    "io.modelcontextprotocol.registry/publisher-provided": z.object({ check: z.object({ request: checkRequest }) }),
  }),
});

/** The request with which a version checks its API, such as `GET /pets`; undefined: its document has no harmless one. */
export function readApiCheckRequest(manifest: unknown): string | undefined {
  const { _meta } = checkedManifestSchema.safeParse(manifest).data ?? {};
  return _meta?.["io.modelcontextprotocol.registry/publisher-provided"].check.request;
}

const headersManifestSchema = z.object({
  _meta: z.object({
    "io.modelcontextprotocol.registry/publisher-provided": z.object({
      addsHeaders: z.literal(true),
      apiUrls: z.array(z.string()),
    }),
  }),
});

/**
 * The URLs of the API of a version that adds headers by its environment, with `{NAME}` for a variable; undefined: it adds none, because
 * something else or an earlier release generated it.
 */
export function readHeaderTargets(manifest: unknown): readonly string[] | undefined {
  const { _meta } = headersManifestSchema.safeParse(manifest).data ?? {};
  return _meta?.["io.modelcontextprotocol.registry/publisher-provided"].apiUrls;
}

/** How a server's program exchanges messages of MCP: Streamable HTTP, or its standard input and output. */
export type ServerTransport = "http" | "stdio";

const transportManifestSchema = z.object({
  packages: z.array(z.object({ transport: z.object({ type: z.string() }) })).min(1),
});

/** The transport of a version's program: `stdio` if its manifest, a `server.json` of the MCP registry, names no other. */
export function readServerTransport(manifest: unknown): ServerTransport {
  const { packages = [] } = transportManifestSchema.safeParse(manifest).data ?? {};
  return packages.length > 0 && packages.every(({ transport }) => transport.type === "stdio") ? "stdio" : "http";
}

const imageManifestSchema = z.object({
  packages: z.array(z.object({ registryType: z.string(), identifier: z.string() })),
});

/** The container image that a version's manifest names as a package, if it does. */
export function readServerImage(manifest: unknown): string | undefined {
  const { packages = [] } = imageManifestSchema.safeParse(manifest).data ?? {};
  return packages.find(({ registryType }) => registryType === "oci")?.identifier;
}

export const artifactSchema = z.looseObject({
  ...storedItemShape,
  kind: z.enum(["server", "skill"]),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  latestVersion: z.string().nullable(),
  versionCount: z.number().int(),
});
export type ArtifactResource = z.output<typeof artifactSchema>;
export type Artifact = Received<ArtifactResource>;

export const registryVersionSchema = z.looseObject({
  version: z.string(),
  digest: z.string().describe("sha256 over the sorted file list."),
  size: z.number().int(),
  publishedAt: timestampSchema,
  publishedBy: z.string(),
  notes: z.string(),
  deprecated: z.boolean(),
  entry: z.string().optional().describe("The module to run, of a server's version."),
  hasTools: z
    .boolean()
    .optional()
    .describe("true: the server has listed its tools, which are at /api/v1/registry/artifact/version/tools."),
  accounts: z
    .array(z.looseObject(oauthSchemeShape))
    .optional()
    .describe("The OAuth security schemes of a server's version, if it has any."),
});
export type RegistryVersionResource = z.output<typeof registryVersionSchema>;
export type RegistryVersion = Received<RegistryVersionResource>;

export const registryOperations = {
  "registry.artifacts": {
    ...reading,
    path: "/api/v1/registry/artifacts",
    kind: "artifact",
    summary: "List the registry.",
    resource: "registry",
    query: listQuerySchema({
      id: idSchema.optional(),
      kind: artifactSchema.shape.kind.optional(),
      q: z.string().max(200).optional(),
    }),
    output: pageSchema(artifactSchema),
  },
  "registry.artifact": {
    ...reading,
    path: "/api/v1/registry/artifact",
    kind: "artifact",
    owner: "artifact",
    summary: "Read a version of the registry with its files, by default the latest.",
    resource: "registry",
    query: z.strictObject({ id: idSchema, version: z.string().optional() }),
    output: artifactSchema.extend({
      version: registryVersionSchema,
      files: z.array(storedFileSchema),
      manifest: z.record(z.string(), z.unknown()),
    }),
  },
  "registry.versions": {
    ...reading,
    path: "/api/v1/registry/artifact/versions",
    kind: "version",
    owner: "artifact",
    summary: "List the versions of a server or skill, newest first.",
    resource: "versions",
    query: listQuerySchema(idQuerySchema.shape),
    output: pageSchema(registryVersionSchema),
  },
} as const satisfies Record<string, Operation>;
