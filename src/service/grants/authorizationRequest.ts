import { serviceMcpId, serviceMcpName } from "../../contract/mcp/serviceMcp.ts";
import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { isServerArchived } from "../archive/archivedState.ts";
import { findServer } from "../audit/auditItems.ts";
import type { ServiceContext } from "../context.ts";
import { findServerId } from "../deployments/gateway/serverAddress.ts";
import { fetchClientDocument, isDocumentUrl, UnreachableDocumentError } from "./clientDocument.ts";
import { ClientMetadataError, findRegisteredClient, matchesRedirect, type OauthClient } from "./oauthClient.ts";

/** What a client asks for at the authorization endpoint. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  /** Without an organization: the service itself. */
  readonly server: { readonly id: string; readonly name: string; readonly organizationId: string | undefined };
}

/** Where the answer to a request goes, once that is known to be right. */
export type ReturnAddress = Pick<AuthorizationRequest, "redirectUri" | "state">;

/** `refused` goes to the client; `unknown` only to the user, because nothing proves that the redirect URI is the client's. */
export type ReadAuthorizationRequest =
  | { readonly kind: "valid"; readonly request: AuthorizationRequest }
  | { readonly kind: "refused"; readonly returnTo: ReturnAddress; readonly error: string; readonly description: string }
  | { readonly kind: "unknown"; readonly reason: string };

const parameters = ["client_id", "redirect_uri", "state", "response_type", "scope", "resource"] as const;

/** Reads a request of RFC 6749 section 4.1.1 with PKCE (RFC 7636) and a resource (RFC 8707). */
export async function readAuthorizationRequest(
  context: ServiceContext,
  query: URLSearchParams,
  { isLocal, signal }: { readonly isLocal: boolean; readonly signal: AbortSignal },
): Promise<ReadAuthorizationRequest> {
  const repeated = [...parameters, "code_challenge", "code_challenge_method"].find(
    (name) => query.getAll(name).length > 1,
  );
  if (repeated !== undefined) return { kind: "unknown", reason: `The request has ${repeated} more than once.` };
  const redirectUri = query.get("redirect_uri") ?? "";
  const found = await findClient(context, { id: query.get("client_id") ?? "", redirectUri }, isLocal, signal);
  if ("reason" in found) return { kind: "unknown", ...found };
  if (!found.client.redirectUris.some((registered) => matchesRedirect(registered, redirectUri)))
    return { kind: "unknown", reason: "The redirect URI of the request is none that the agent registered." };
  return checkRequest(context, query, found.client, { redirectUri, state: query.get("state") ?? undefined });
}

async function findClient(
  context: ServiceContext,
  { id, redirectUri }: { readonly id: string; readonly redirectUri: string },
  isLocal: boolean,
  signal: AbortSignal,
): Promise<{ readonly client: OauthClient } | { readonly reason: string }> {
  try {
    const client = isDocumentUrl(id)
      ? await fetchClientDocument(id, isLocal, signal)
      : findRegisteredClient(context, id);
    return client ? { client } : { reason: "This service does not know the agent. It has to register again." };
  } catch (error) {
    if (error instanceof UnreachableDocumentError && isLocal && isLoopbackRedirect(redirectUri))
      return { client: createUncheckedClient(id, redirectUri) };
    if (error instanceof ClientMetadataError) return { reason: error.message };
    throw error;
  }
}

/**
 * A program of this machine whose document could not be fetched, so that agents log in without a network too. It is asked about by its
 * id and without a host, like one that registered: nothing says who it is.
 */
function createUncheckedClient(id: string, redirectUri: string): OauthClient {
  const name = cleanLine(id.replace(/^https?:\/\//, ""), 60);
  return { id, name, uri: undefined, host: undefined, redirectUris: [redirectUri] };
}

function checkRequest(
  context: ServiceContext,
  query: URLSearchParams,
  client: OauthClient,
  returnTo: ReturnAddress,
): ReadAuthorizationRequest {
  const refuse = (error: string, description: string) => ({ kind: "refused", returnTo, error, description }) as const;
  if (query.get("response_type") !== "code")
    return refuse("unsupported_response_type", "The only response_type is code.");
  const challenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return refuse("invalid_request", "PKCE is required: code_challenge with the code_challenge_method S256.");
  if ((query.get("scope") ?? "").split(" ").some((scope) => scope !== "" && scope !== "runtime"))
    return refuse("invalid_scope", "The only scope is runtime.");
  const serverId = findServerId(context, query.get("resource") ?? "");
  if (serverId === serviceMcpId) {
    const itself = { id: serviceMcpId, name: serviceMcpName, organizationId: undefined };
    return { kind: "valid", request: { client, ...returnTo, challenge, server: itself } };
  }
  const server = findServer(context.db, serverId);
  if (serverId === undefined || !server || isServerArchived(context, serverId))
    return refuse("invalid_target", "`resource` must be the URL of an MCP endpoint at this service.");
  const { organizationId, item } = server;
  const target = { id: serverId, name: item.name ?? serverId, organizationId };
  return { kind: "valid", request: { client, ...returnTo, challenge, server: target } };
}

/** The client's redirect URI with an answer. `iss` says who answers, so that a client of several servers is not confused (RFC 9207). */
export function createReturnUrl(
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  // A URL object would encode the client's own query again.
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(fields)}`;
}
