import * as z from "zod";
import {
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";
import { serverRunnerSchema } from "./runners.ts";

export const organizationRoles = ["owner", "admin", "member"] as const;

export const organizationSchema = z.looseObject({
  ...storedItemShape,
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  memberCount: z.number().int(),
  role: z.enum(organizationRoles).describe("The role of the caller."),
  runners: z.array(serverRunnerSchema).optional().describe("Where servers can run. Only `organization.get` says it."),
  hasAuditLog: z
    .boolean()
    .optional()
    .describe("true: there is an audit log that the caller may read at /api/v1/organization/audit."),
});
export type OrganizationResource = z.output<typeof organizationSchema>;
export type Organization = Received<OrganizationResource>;

export const organizationMemberSchema = z.looseObject({
  id: idSchema.describe("The id of the user."),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(organizationRoles),
  joinedAt: timestampSchema,
});
export type OrganizationMemberResource = z.output<typeof organizationMemberSchema>;
export type OrganizationMember = Received<OrganizationMemberResource>;

/** The metrics of Fairlead's own service; another service may have other metrics. */
export const countedMetrics = ["deployments", "testRuns", "toolCalls"] as const;
export type CountedMetric = (typeof countedMetrics)[number];

const count = z.number().int();

export const usageSchema = z.looseObject({
  organizationId: idSchema,
  period: z
    .looseObject({ start: timestampSchema, end: timestampSchema })
    .describe("The period of the limits: a calendar month in UTC."),
  metrics: z.array(
    z.looseObject({
      name: z.string().describe("deployments, testRuns, toolCalls: since the period's start; storage: now."),
      used: z.number(),
      limit: z.number().nullable().describe("null: no limit. A request that would exceed the limit is rejected."),
      unit: z.string().describe("count or bytes; another service may count in something else."),
    }),
  ),
  daily: z
    .array(z.looseObject({ date: z.iso.date(), deployments: count, testRuns: count, toolCalls: count }))
    .describe("Each day of the last 30, oldest first."),
});
export type UsageResource = z.output<typeof usageSchema>;
export type Usage = Received<UsageResource>;

/** Without an id: the organization in the header `Fairlead-Organization`, else the caller's own. */
const one = { id: idSchema.optional() };

export const organizationOperations = {
  "organizations.list": {
    ...reading,
    path: "/api/v1/organizations",
    kind: "organization",
    summary: "List the organizations that the caller is a member of.",
    resource: "organizations",
    query: listQuerySchema({ q: z.string().max(200).optional() }),
    output: pageSchema(organizationSchema),
  },
  "organization.get": {
    ...reading,
    path: "/api/v1/organization",
    kind: "organization",
    owner: "organization",
    summary: "Read the organization.",
    resource: "organizations",
    query: z.strictObject(one),
    output: organizationSchema,
  },
  "organization.members": {
    ...reading,
    path: "/api/v1/organization/members",
    kind: "member",
    owner: "organization",
    summary: "List organization members, by name.",
    resource: "members",
    query: listQuerySchema({ ...one, q: z.string().max(200).optional() }),
    output: pageSchema(organizationMemberSchema),
  },
  "organization.usage": {
    ...reading,
    path: "/api/v1/organization/usage",
    kind: "usage",
    owner: "organization",
    summary: "Read the usage and the limits of the organization.",
    resource: "usage",
    query: z.strictObject(one),
    output: usageSchema,
  },
} as const satisfies Record<string, Operation>;
