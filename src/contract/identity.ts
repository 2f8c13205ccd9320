import * as z from "zod";
import { markConfidential } from "./confidential.ts";
import {
  apiKeyScopeSchema,
  deleting,
  emptyQuerySchema,
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";
import { evalAgentNames } from "./testRuns.ts";

export const apiKeySchema = z.looseObject({
  ...storedItemShape,
  name: z.string(),
  prefix: z.string().describe("The first characters of the key, for recognition."),
  scopes: z.array(apiKeyScopeSchema),
  expiresAt: timestampSchema.nullable(),
  lastUsedAt: timestampSchema.nullable(),
});
export type ApiKeyResource = z.output<typeof apiKeySchema>;
export type ApiKey = Received<ApiKeyResource>;

export const meSchema = z.looseObject({
  ...storedItemShape,
  name: z.string(),
  email: z.string().nullable(),
  kind: z.enum(["user", "key"]),
  organizationId: idSchema,
  key: z.looseObject({
    id: idSchema,
    name: z.string(),
    scopes: z.array(apiKeyScopeSchema),
    expiresAt: timestampSchema.nullable(),
  }),
  hasGrants: z.boolean().optional().describe("true: agents log in at this service, and its users give them access."),
  confinement: z
    .looseObject({
      sandbox: z
        .string()
        .describe("What confines servers and scripts by the operating system; `none` if nothing does."),
      reason: z.string().nullable().describe("Why there is no sandbox."),
      remedy: z.string().nullable().describe("How to get one."),
    })
    .optional()
    .describe("How this service confines the code that it runs."),
  canChooseRunner: z
    .boolean()
    .optional()
    .describe(
      "false: the servers of this service run as processes of its machine, which has nothing else to run them.",
    ),
  evalAgents: z
    .array(
      z.looseObject({
        agent: z.string().describe(`${evalAgentNames.map((name) => `\`${name}\``).join(", ")}, or another one.`),
        sandbox: z.string().describe("What confines the program by the operating system; `none` if nothing does."),
      }),
    )
    .optional()
    .describe("The agents whose programs this service can run for evals of skills."),
});
export type MeResource = z.output<typeof meSchema>;
export type Me = Received<MeResource, never>;

const createApiKey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(apiKeyScopeSchema).min(1).default(["read"]).describe("Scopes that the key in use has."),
  expiresAt: timestampSchema.optional().describe("Not later than the key in use expires."),
});

export const identityOperations = {
  "me.get": {
    ...reading,
    path: "/api/v1/me",
    kind: "user",
    summary: "Read who is signed in.",
    query: emptyQuerySchema,
    output: meSchema,
  },
  "apiKeys.list": {
    ...reading,
    path: "/api/v1/api-keys",
    kind: "apiKey",
    summary: "List API keys.",
    resource: "API keys",
    scope: "admin",
    query: listQuerySchema({ q: z.string().max(200).optional() }),
    output: pageSchema(apiKeySchema),
  },
  "apiKeys.create": {
    method: "POST",
    path: "/api/v1/api-keys",
    kind: "apiKey",
    summary: "Create an API key; only this response contains the key itself.",
    scope: "admin",
    query: emptyQuerySchema,
    body: createApiKey,
    success: 201,
    output: apiKeySchema.extend({ key: markConfidential(z.string()) }),
  },
  "apiKeys.delete": {
    ...deleting,
    path: "/api/v1/api-keys",
    kind: "apiKey",
    owner: "apiKey",
    summary: "Revoke an API key.",
    scope: "admin",
  },
} as const satisfies Record<string, Operation>;
