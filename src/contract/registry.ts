import * as z from "zod";
import { storedFileSchema } from "./files.ts";
import { byId, id, listQuery, type Operation, page, stored, time } from "./operation.ts";

export const artifactSchema = z.looseObject({
  ...stored,
  kind: z.enum(["server", "skill"]),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  latestVersion: z.string().nullable(),
  versionCount: z.number().int(),
});
export type Artifact = z.output<typeof artifactSchema>;

export const versionSchema = z.looseObject({
  version: z.string(),
  digest: z.string().describe("sha256 over the sorted file list."),
  size: z.number().int(),
  publishedAt: time,
  publishedBy: z.string(),
  notes: z.string(),
  deprecated: z.boolean(),
});
export type Version = z.output<typeof versionSchema>;

export const registryOperations = {
  "registry.artifacts": {
    method: "GET",
    path: "/api/v1/registry/artifacts",
    summary: "List registry artifacts.",
    scope: "read",
    query: listQuery({
      id: id.optional(),
      kind: artifactSchema.shape.kind.optional(),
      q: z.string().max(200).optional(),
    }),
    body: null,
    success: 200,
    output: page(artifactSchema),
  },
  "registry.artifact": {
    method: "GET",
    path: "/api/v1/registry/artifact",
    summary: "Read one artifact with the files and the manifest of a version, the latest unless said.",
    scope: "read",
    query: z.strictObject({ id, version: z.string().optional() }),
    body: null,
    success: 200,
    output: artifactSchema.extend({
      version: versionSchema,
      files: z.array(storedFileSchema),
      manifest: z.record(z.string(), z.unknown()),
    }),
  },
  "registry.versions": {
    method: "GET",
    path: "/api/v1/registry/artifact/versions",
    summary: "List the versions of an artifact, newest first.",
    scope: "read",
    query: listQuery(byId.shape),
    body: null,
    success: 200,
    output: page(versionSchema),
  },
} as const satisfies Record<string, Operation>;
