import * as z from "zod";
import { idQuerySchema, idSchema, listQuerySchema, type Operation, pageSchema, timestampSchema } from "../operation.ts";

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

export const grantPageSchema = pageSchema(grantSchema);
export type GrantPage = z.output<typeof grantPageSchema>;

// Routes of Fairlead's own service. They are no operations: other services need not have them.
export const grantRoutes = {
  "grants.list": {
    method: "GET",
    path: "/api/v1/oauth/grants",
    kind: "grant",
    summary: "List the agents that the caller gave access to servers, newest first.",
    scope: "read",
    query: listQuerySchema({ serverId: idSchema.max(200).optional() }),
    body: null,
    success: 200,
    output: grantPageSchema,
  },
  "grant.delete": {
    method: "DELETE",
    path: "/api/v1/oauth/grants",
    kind: "grant",
    owner: "grant",
    summary: "Revoke the access of an agent: its calls and its open streams end within a second.",
    scope: "write",
    query: idQuerySchema,
    body: null,
    success: 204,
    output: null,
  },
} as const satisfies Record<string, Operation>;
export type GrantsQuery = z.input<(typeof grantRoutes)["grants.list"]["query"]>;
