import * as z from "zod";
import { id, listQuery, type Operation, page, stored, time } from "./operation.ts";

export const roles = ["owner", "admin", "member"] as const;

export const organizationSchema = z.looseObject({
  ...stored,
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  memberCount: z.number().int(),
  role: z.enum(roles).describe("The caller's."),
});
export type Organization = z.output<typeof organizationSchema>;

export const memberSchema = z.looseObject({
  id: id.describe("The user's."),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  joinedAt: time,
});
export type Member = z.output<typeof memberSchema>;

/** What our own service counts; another one may count other things. */
export const counted = ["deployments", "testRuns", "toolCalls"] as const;
export type Counted = (typeof counted)[number];

const count = z.number().int();

export const usageSchema = z.looseObject({
  organizationId: id,
  period: z.looseObject({ start: time, end: time }).describe("What the limits are for: a calendar month in UTC."),
  metrics: z.array(
    z.looseObject({
      name: z.string().describe("deployments, testRuns, toolCalls: since the period's start; storage: now."),
      used: z.number(),
      limit: z.number().nullable().describe("null: there is none. What would go beyond it is refused."),
      unit: z.string().describe("count or bytes; another service may count in something else."),
    }),
  ),
  daily: z
    .array(z.looseObject({ date: z.iso.date(), deployments: count, testRuns: count, toolCalls: count }))
    .describe("Each day of the last 30, oldest first."),
});
export type Usage = z.output<typeof usageSchema>;

/** Without an id: the one named by the header `Fairlead-Organization`, else the caller's own. */
const one = { id: id.optional() };

export const organizationOperations = {
  "organizations.list": {
    method: "GET",
    path: "/api/v1/organizations",
    summary: "List the organizations that the caller is a member of.",
    scope: "read",
    query: listQuery({ q: z.string().max(200).optional() }),
    body: null,
    success: 200,
    output: page(organizationSchema),
  },
  "organization.get": {
    method: "GET",
    path: "/api/v1/organization",
    summary: "Read the organization.",
    scope: "read",
    query: z.strictObject(one),
    body: null,
    success: 200,
    output: organizationSchema,
  },
  "organization.members": {
    method: "GET",
    path: "/api/v1/organization/members",
    summary: "List organization members, by name.",
    scope: "read",
    query: listQuery({ ...one, q: z.string().max(200).optional() }),
    body: null,
    success: 200,
    output: page(memberSchema),
  },
  "organization.usage": {
    method: "GET",
    path: "/api/v1/organization/usage",
    summary: "Read what the organization used, and what it may use.",
    scope: "read",
    query: z.strictObject(one),
    body: null,
    success: 200,
    output: usageSchema,
  },
} as const satisfies Record<string, Operation>;
