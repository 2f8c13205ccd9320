import * as z from "zod";
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
import { receivedRunnerKindSchema, runnerKindSchema } from "./runners.ts";

export const projectSchema = z.looseObject({
  ...storedItemShape,
  ...archivableShape,
  organizationId: idSchema,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  serverCount: z.number().int(),
  skillCount: z.number().int(),
  runsOn: receivedRunnerKindSchema.optional().describe("Where the servers run that say nothing else."),
});
export type ProjectResource = z.output<typeof projectSchema>;
export type Project = Received<ProjectResource>;

const name = z.string().trim().min(1).max(100);
const description = z.string().max(2000);

export const projectOperations = {
  "projects.list": {
    ...reading,
    path: "/api/v1/projects",
    kind: "project",
    summary: "List projects.",
    resource: "projects",
    query: listQuerySchema({ q: z.string().max(200).optional(), includeArchived }),
    output: pageSchema(projectSchema),
  },
  "projects.create": {
    method: "POST",
    path: "/api/v1/projects",
    kind: "project",
    summary: "Create a project.",
    scope: "write",
    query: emptyQuerySchema,
    body: z.strictObject({ name, description: description.default("") }),
    success: 201,
    output: projectSchema,
  },
  "project.get": {
    ...reading,
    path: "/api/v1/project",
    kind: "project",
    owner: "project",
    summary: "Read one project.",
    resource: "projects",
    query: idQuerySchema,
    output: projectSchema,
  },
  "project.update": {
    ...modifying,
    path: "/api/v1/project",
    kind: "project",
    owner: "project",
    summary: "Modify a project; archived archives and restores it with everything in it.",
    body: z.strictObject({
      name: name.optional(),
      description: description.nullable().optional(),
      archived: archivedField,
      runsOn: runnerKindSchema.optional().describe("Applies to the next deployments. Nothing is stopped."),
    }),
    output: projectSchema,
  },
} as const satisfies Record<string, Operation>;
