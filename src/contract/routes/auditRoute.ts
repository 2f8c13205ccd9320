import * as z from "zod";
import { idSchema, listQuerySchema, type Operation, pageSchema, reading, timestampSchema } from "../operation.ts";

const text = z.string().nullable();

export const auditEntrySchema = z.looseObject({
  id: idSchema,
  at: timestampSchema,
  actor: z
    .looseObject({
      kind: z.string().describe("apiKey, runtimeToken, grant, signIn, service, or unknown."),
      userId: text,
      name: text,
      email: text,
      keyId: text,
      keyName: text,
    })
    .describe("Names and email are those of that time."),
  action: z.string().describe("The name of the operation, or of another act."),
  item: z.looseObject({ kind: z.string(), id: text, name: text }).nullable(),
  fields: z.array(z.string()).describe("The names of the fields of the request, without their values."),
  address: text.describe(
    "Where the request came from; null: it did not come over the network, or from several addresses.",
  ),
  status: z.number().int().nullable().describe("The status of the response; null: there was no request, or several."),
  code: text.describe("The code of the error; null: there was none."),
  requestId: text,
  count: z.number().int().describe("The number of requests that the entry stands for."),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditPageSchema = pageSchema(auditEntrySchema);
export type AuditPage = z.output<typeof auditPageSchema>;

const filter = z.string().min(1).max(200).optional();

/** A route of Fairlead's own service with a public address. It is no operation: other services need not have it. */
export const auditRoute = {
  ...reading,
  path: "/api/v1/organization/audit",
  kind: "auditEntry",
  summary: "List who changed what, and what was refused, newest first. For owners and admins of the organization.",
  scope: "admin",
  query: listQuerySchema({
    userId: filter,
    action: filter,
    since: timestampSchema.optional().describe("Entries from this time on."),
    until: timestampSchema.optional().describe("Entries before this time."),
    q: filter.describe("A part of a name, an email, an id, an action, a code or an address."),
  }),
  output: auditPageSchema,
} as const satisfies Operation;
export type AuditQuery = z.input<typeof auditRoute.query>;
