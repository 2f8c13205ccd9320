import * as z from "zod";
import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { ServiceContext } from "../context.ts";
import { tryOpenSecret } from "../storage/secretBox.ts";

/** An agent that logs in. It has no secret: PKCE and its redirect URI protect its codes. */
export interface OauthClient {
  readonly id: string;
  /** The name that it gives itself. */
  readonly name: string;
  readonly uri: string | undefined;
  /** The host of its metadata document; undefined: nothing says who it is. */
  readonly host: string | undefined;
  readonly redirectUris: readonly string[];
}

/** What a client says is not usable. */
export class ClientMetadataError extends Error {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  constructor(error: ClientMetadataError["error"], message: string) {
    super(message);
    this.name = "ClientMetadataError";
    this.error = error;
  }
}

/** The fields of RFC 7591 that matter here. A client of this service always has the grants and the response type that there are. */
const clientMetadataSchema = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().optional(),
  client_uri: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export type ClientMetadata = Pick<OauthClient, "name" | "uri" | "redirectUris"> & {
  readonly authenticationMethod: string | undefined;
};

export function readClientMetadata(value: unknown): ClientMetadata {
  const { data } = clientMetadataSchema.safeParse(value);
  if (!data) throw new ClientMetadataError("invalid_client_metadata", "It needs 1 to 10 `redirect_uris` as texts.");
  const { redirect_uris: redirectUris } = data;
  const refused = redirectUris.find((uri) => !isUsableRedirect(uri));
  if (refused !== undefined) {
    const shown = cleanLine(refused, 100);
    throw new ClientMetadataError(
      "invalid_redirect_uri",
      `${shown} must be https, a loopback address with http, or an app's scheme, without a fragment.`,
    );
  }
  if (data.grant_types && !data.grant_types.includes("authorization_code"))
    throw new ClientMetadataError("invalid_client_metadata", "`grant_types` must contain authorization_code.");
  if (data.response_types && !data.response_types.includes("code"))
    throw new ClientMetadataError("invalid_client_metadata", "`response_types` must contain code.");
  const name = cleanLine(data.client_name, 60) || formatRedirectTarget(redirectUris[0] ?? "");
  const uri = cleanLine(data.client_uri, 200) || undefined;
  return { name, uri, redirectUris, authenticationMethod: data.token_endpoint_auth_method };
}

const maxRedirectLength = 500;
/** Redirect URIs of known agents begin so. Their schemes have no dot. */
const knownApps = ["cursor://anysphere.cursor-mcp/", "claude://claude.ai/"];

/**
 * Whether a client may register a redirect URI: a web page with https, a program of this machine, or an app's own scheme, which has
 * a dot (RFC 8252, section 7.1). It stands as it is read, so that it leads where it seems to lead.
 */
function isUsableRedirect(uri: string): boolean {
  const url = uri.length <= maxRedirectLength && /^[\x21-\x7e]+$/.test(uri) ? URL.parse(uri) : null;
  if (!url || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.href !== uri && url.href !== `${uri}/`) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopbackHostname(url.hostname);
  return url.protocol.includes(".") || knownApps.some((start) => uri.startsWith(start));
}

/** Whether a redirect URI is exactly a registered one. The port of a program of this machine may vary (RFC 8252, section 7.3). */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  const isLoopback = isLoopbackRedirect(registered) && isLoopbackRedirect(given);
  return isLoopback && removePort(registered) === removePort(given);
}

const removePort = (uri: string) => uri.replace(/^(http:\/\/(?:\[[^\]/]*\]|[^/:?]*)):\d+(?=[/?]|$)/i, "$1");

/** Where the answer goes, for the user: a host, or an app's scheme. */
export function formatRedirectTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.host : (url?.protocol ?? redirectUri);
}

const idPrefix = "dyn_";
const idOwner = "oauth client";
/** Characters of what an id contains, which travels in URLs. */
const maxIdLength = 3000;
const sealedSchema = z.tuple([z.string(), z.string().nullable(), z.array(z.string())]);

type Secrets = Pick<ServiceContext, "secrets">;

/**
 * Registers a client (RFC 7591). Its id contains, sealed by this service, what it said. So nothing is stored, and no flood of
 * registrations fills the disk or displaces a client.
 */
export function registerClient({ secrets }: Secrets, metadata: unknown): OauthClient {
  const { name, uri, redirectUris } = readClientMetadata(metadata);
  const text = JSON.stringify([name, uri ?? null, redirectUris]);
  if (text.length > maxIdLength)
    throw new ClientMetadataError("invalid_client_metadata", "The redirect URIs are too long together.");
  return { id: idPrefix + secrets.seal(text, idOwner), name, uri, host: undefined, redirectUris };
}

/** The client that was registered under an id of this service. */
export function findRegisteredClient({ secrets }: Secrets, id: string): OauthClient | undefined {
  if (!id.startsWith(idPrefix)) return undefined;
  const text = tryOpenSecret(secrets, id.slice(idPrefix.length), idOwner) ?? "";
  const { data } = sealedSchema.safeParse(tryParseJson(text));
  return data && { id, name: data[0], uri: data[1] ?? undefined, host: undefined, redirectUris: data[2] };
}
