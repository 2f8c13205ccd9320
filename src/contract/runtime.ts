import * as z from "zod";
import { markConfidential } from "./confidential.ts";
import { emptyQuerySchema, idSchema, type Operation, timestampSchema } from "./operation.ts";

/** The default and the maximum lifetime of a runtime token in seconds. */
export const runtimeTokenTtlSeconds = { default: 900, max: 86_400 } as const;

const runtimeTokenSchema = z.looseObject({
  accessToken: markConfidential(z.string()),
  tokenType: z.literal("Bearer"),
  expiresIn: z.number().int(),
  expiresAt: timestampSchema,
  resource: z.string().describe("The token's audience: the server's URL, or the page's."),
});

/** RFC 6749 section 5.1. */
const oauthTokenSchema = z.looseObject({
  access_token: markConfidential(z.string()),
  token_type: z.literal("Bearer"),
  expires_in: z.number().int(),
  refresh_token: markConfidential(z.string()).optional(),
  scope: z.string().optional(),
});

export const runtimeOperations = {
  "runtime.token": {
    method: "POST",
    path: "/api/v1/runtime/auth/token",
    kind: "token",
    summary:
      "Issue a token for one server's MCP endpoint, or, once, for the page where an account is connected to the server.",
    scope: "runtime",
    fieldScopes: [{ field: "account", scope: "write" }],
    query: emptyQuerySchema,
    body: z.strictObject({
      serverId: idSchema,
      ttlSeconds: z.number().int().min(30).max(runtimeTokenTtlSeconds.max).optional(),
      account: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("A scheme of the server's `accounts`: the token is for `resource`, a page, as its query `ticket`."),
    }),
    safe: true,
    success: 200,
    output: runtimeTokenSchema,
  },
  "runtime.oauthToken": {
    method: "POST",
    path: "/oauth/runtime/token",
    kind: "token",
    summary:
      "Get a token as an OAuth client: with a code or a refresh token, or with a key's id and the key as client credentials; RFC 8707 resource.",
    scope: null,
    query: emptyQuerySchema,
    body: z.strictObject({
      grant_type: z.string().describe("authorization_code, refresh_token or client_credentials."),
      resource: z.string().optional().describe("The URL of the server's MCP endpoint: the token is for it alone."),
      scope: z.string().optional().describe("runtime, which is also what an absent one means."),
      client_id: z.string().optional().describe("The client's id, or the id of an API key that has the scope runtime."),
      client_secret: markConfidential(z.string()).optional().describe("That API key itself, as it was shown once."),
      code: markConfidential(z.string()).optional().describe("The code of the authorization response."),
      redirect_uri: z.string().optional().describe("The redirect URI that got the code."),
      code_verifier: markConfidential(z.string()).optional().describe("RFC 7636: what code_challenge was made of."),
      refresh_token: markConfidential(z.string()).optional().describe("The newest one. Each works once."),
    }),
    encoding: "form",
    success: 200,
    output: oauthTokenSchema,
  },
} as const satisfies Record<string, Operation>;
