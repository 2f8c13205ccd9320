import * as z from "zod";
import type { NetworkSettings } from "../../network/proxy.ts";
import type { McpChallenge } from "../createMcpError.ts";

const text = z.string().min(1).max(20_000);

/** A login at an MCP server, as it is stored: what renews its access token needs no further request. */
export const mcpLoginSchema = z.object({
  server: z.object({
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    response_types_supported: z.array(text).max(100),
    token_endpoint_auth_methods_supported: z.array(text).max(100).optional(),
  }),
  /** What the tokens are for, as the server names itself (RFC 8707). */
  resource: text.optional(),
  client: z.object({
    client_id: text,
    client_secret: text.optional(),
    token_endpoint_auth_method: text.optional(),
  }),
  tokens: z.object({ access_token: text, refresh_token: text.optional() }),
  /** In milliseconds since 1970; undefined: the authorization server does not say. */
  expiresAt: z.number().optional(),
});
export type McpLogin = z.output<typeof mcpLoginSchema>;

/** A client that the user has registered at an authorization server. */
export type RegisteredClient = Pick<McpLogin["client"], "client_id" | "client_secret">;

/** The user's part of a login. Each throws an `AbortError` when the user cancels it. */
export interface McpLoginBrowser {
  readonly redirectUri: string;
  readonly state: string;
  /** Asks before anything is sent that is about the user. `others`: the hosts of the authorization server besides that of its page. */
  readonly agree: (page: URL, others: readonly string[]) => Promise<void>;
  /** Shows a page of the authorization server, and returns the parameters of the browser's return. */
  readonly visit: (page: URL, signal: AbortSignal) => Promise<URLSearchParams>;
  /** Asks for a client of this authorization server, which registers none by itself. */
  readonly askForClient: (issuer: string) => Promise<RegisteredClient>;
}

export interface McpLoginRequest {
  readonly url: string;
  /** A login to renew without the user, or how the user logs in. */
  readonly by:
    | { readonly kind: "renewal"; readonly login: McpLogin }
    | { readonly kind: "browser"; readonly browser: McpLoginBrowser; readonly challenge: McpChallenge };
  readonly network?: NetworkSettings;
  readonly userAgent?: string;
}

/** Logs in at an MCP server. undefined: the login has ended and cannot be renewed. Throws `McpError`, and `AbortError` when cancelled. */
export type RequestMcpLogin = (request: McpLoginRequest, signal: AbortSignal) => Promise<McpLogin | undefined>;
