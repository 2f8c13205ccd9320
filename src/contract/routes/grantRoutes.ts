import * as z from "zod";
import {
  deleting,
  idQuerySchema,
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  timestampSchema,
} from "../operation.ts";

export const grantKinds = ["oauth", "bridge"] as const;

/** The access to one server that a user gave to an agent. */
export const grantSchema = z.looseObject({
  id: idSchema,
  serverId: idSchema,
  client: z.string().describe("The name that the agent gives itself."),
  clientUri: z.string().nullable().optional().describe("Where the agent says that it is from."),
  kind: z.string().describe("oauth: the agent logged in; bridge: it uses the bridge of this machine."),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
  expiresAt: timestampSchema.nullable().describe("When it ends without use; null: it does not."),
});
export type Grant = z.output<typeof grantSchema>;

/** A request of an agent that waits for the answer of a user. */
export const grantRequestSchema = z.looseObject({
  id: idSchema,
  client: z.string().describe("The name that the agent gives itself."),
  clientHost: z.string().nullable().describe("The host that describes the agent; null: nothing says who it is."),
  redirectTarget: z.string().describe("Where the answer goes: a host, or the scheme of an app."),
  serverId: idSchema,
  serverName: z.string(),
  tools: z
    .looseObject({ total: z.number().int(), changing: z.number().int() })
    .nullable()
    .describe("The tools of the live version, and how many may change data; null: that is not known."),
  number: z
    .string()
    .nullable()
    .describe("The number that the page in the browser shows; null: the answer must name it."),
  expiresAt: timestampSchema,
});
export type GrantRequest = z.output<typeof grantRequestSchema>;

export const grantRequestsSchema = z.looseObject({ items: z.array(grantRequestSchema), revision: z.string() });
export type GrantRequestList = z.output<typeof grantRequestsSchema>;

export const grantPageSchema = pageSchema(grantSchema);
export type GrantPage = z.output<typeof grantPageSchema>;

// Routes of Fairlead's own service. They are no operations: other services need not have them.
export const grantRoutes = {
  "grants.list": {
    ...reading,
    path: "/api/v1/oauth/grants",
    kind: "grant",
    summary: "List the agents that the caller gave access to servers, newest first.",
    query: listQuerySchema({ serverId: idSchema.max(200).optional() }),
    output: grantPageSchema,
  },
  "grant.delete": {
    ...deleting,
    path: "/api/v1/oauth/grants",
    kind: "grant",
    owner: "grant",
    summary: "Revoke the access of an agent: its calls and its open streams end within a second.",
    scope: "write",
  },
  "grantRequests.wait": {
    ...reading,
    path: "/api/v1/oauth/grant-requests",
    kind: "grantRequest",
    summary:
      "List the requests for access that wait for an answer: at once, or when they differ from those of a revision.",
    scope: "admin",
    query: z.strictObject({
      revision: z.string().max(100).optional().describe("The response waits up to 50 s for another revision."),
    }),
    output: grantRequestsSchema,
  },
  "grantRequest.answer": {
    method: "POST",
    path: "/api/v1/oauth/grant-requests",
    kind: "grantRequest",
    owner: "grantRequest",
    summary: "Allow or deny a request for access. The first answer counts.",
    scope: "admin",
    query: idQuerySchema,
    body: z.strictObject({
      allow: z.boolean(),
      number: z.string().max(20).optional().describe("The number that the page shows, where the request names none."),
    }),
    success: 204,
    output: null,
  },
} as const satisfies Record<string, Operation>;
export type GrantsQuery = z.input<(typeof grantRoutes)["grants.list"]["query"]>;
