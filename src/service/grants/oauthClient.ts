import * as z from "zod";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { formatRedirectTarget, isUsableRedirect } from "./redirectUris.ts";

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
