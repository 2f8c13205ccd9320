import * as z from "zod";
import { fileSchema } from "./files.ts";
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
} from "./operation.ts";
import type { Received } from "./received.ts";
import { semanticVersionSchema } from "./semanticVersion.ts";

/** A problem of a skill. Line and column count from 1, `path` is relative to the skill's folder. */
export const skillProblemSchema = z.looseObject({
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  severity: z.enum(["error", "warning", "information"]),
  code: z.string(),
  message: z.string(),
});
export type SkillProblem = z.output<typeof skillProblemSchema>;

export const skillSchema = z.looseObject({
  ...storedItemShape,
  ...archivableShape,
  projectId: idSchema,
  name: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  allowedTools: z.array(z.string()),
  files: z.array(z.looseObject({ path: z.string(), size: z.number().int(), digest: z.string() })),
  latestVersion: z.string().nullable().describe("null: a draft without a published version."),
  artifactId: idSchema.nullable(),
  digest: z.string().describe("sha256 over the sorted file list."),
  valid: z.boolean(),
  problems: z.array(skillProblemSchema),
});
export type SkillResource = z.output<typeof skillSchema>;
export type Skill = Received<SkillResource>;

/** The location of an installed skill. `path` is the skill's folder; `machine` identifies the computer. */
export const installationTargetSchema = z.strictObject({
  scope: z.enum(["workspace", "user"]),
  agent: z.string().min(1).max(100),
  path: z.string().min(1).max(1000),
  machine: z.string().min(1).max(200),
});
export type InstallationTarget = z.output<typeof installationTargetSchema>;

export const installationSchema = z.looseObject({
  ...storedItemShape,
  skillId: idSchema,
  version: z.string(),
  digest: z.string(),
  target: z.looseObject(installationTargetSchema.shape),
  status: z.enum(["installing", "installed", "failed", "removed"]),
});
export type InstallationResource = z.output<typeof installationSchema>;
export type Installation = Received<InstallationResource>;

const files = z.array(fileSchema).min(1).max(2000).describe("The whole folder; `SKILL.md` is at its top.");
const notes = z.string().max(10_000).optional().describe("Release notes of the new version.");

export const skillOperations = {
  "skills.list": {
    ...reading,
    path: "/api/v1/skills",
    kind: "skill",
    summary: "List skills.",
    resource: "skills",
    query: listQuerySchema({
      id: idSchema.optional(),
      projectId: idSchema.optional(),
      q: z.string().max(200).optional(),
      includeArchived,
    }),
    output: pageSchema(skillSchema),
  },
  "skills.create": {
    method: "POST",
    path: "/api/v1/skills",
    kind: "skill",
    summary: "Create a skill from its files, named as its front matter says, and publish its first version.",
    scope: "write",
    query: emptyQuerySchema,
    body: z.strictObject({
      projectId: idSchema,
      files,
      version: semanticVersionSchema,
      notes,
      publish: z.boolean().default(true).describe("false: a draft that can be tested, without a version."),
    }),
    success: 201,
    output: skillSchema,
  },
  "skill.update": {
    ...modifying,
    path: "/api/v1/skill",
    kind: "skill",
    owner: "skill",
    summary: "Modify a skill; changed files create a new immutable version, unchanged files do not.",
    body: z.strictObject({
      projectId: idSchema.optional(),
      archived: archivedField,
      files: files.optional(),
      version: semanticVersionSchema,
      notes,
    }),
    output: skillSchema,
  },
  "skill.installations": {
    ...reading,
    path: "/api/v1/skill/installations",
    kind: "installation",
    owner: "skill",
    isOwnerFilter: true,
    summary: "List the installations of a skill, newest first.",
    resource: "record of installations",
    query: listQuerySchema({ ...idQuerySchema.shape, status: installationSchema.shape.status.optional() }),
    output: pageSchema(installationSchema),
  },
  "skill.install": {
    method: "POST",
    path: "/api/v1/skill/install",
    kind: "installation",
    owner: "skill",
    summary:
      "Record that a version is installed at a target, by default the latest; replaces an earlier installation there.",
    scope: "write",
    query: idQuerySchema,
    body: z.strictObject({ version: z.string().optional(), target: installationTargetSchema }),
    success: 201,
    output: installationSchema,
  },
  "skill.uninstall": {
    method: "POST",
    path: "/api/v1/skill/uninstall",
    kind: "installation",
    owner: "installation",
    summary: "Record that an installation is removed.",
    scope: "write",
    query: idQuerySchema,
    body: z.strictObject({ installationId: idSchema }),
    success: 200,
    output: installationSchema,
  },
} as const satisfies Record<string, Operation>;

const attachedSkillSchema = z.strictObject({
  name: z.string().regex(/^[^/]{1,64}$/, "the name of a skill"),
  files: z.array(fileSchema).max(512).describe("The files of its folder; none removes the skill."),
});
/** A skill that a version of a server carries. */
export type AttachedSkill = z.output<typeof attachedSkillSchema>;

export const attachedSkillsSchema = z
  .array(attachedSkillSchema)
  .max(100)
  .optional()
  .describe("Skills to add to those of the latest version, which a generated version keeps, or to replace.");
