import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { ServiceContext } from "../context.ts";
import { tryOpenSecret } from "../storage/secretBox.ts";
import { ClientMetadataError, type OauthClient, readClientMetadata } from "./oauthClient.ts";

const prefix = "dyn_";
const owner = "oauth client";
/** Characters of what an id contains, which travels in URLs. */
const maxLength = 3000;
const sealedSchema = z.tuple([z.string(), z.string().nullable(), z.array(z.string())]);

type Secrets = Pick<ServiceContext, "secrets">;

/**
 * Registers a client (RFC 7591). Its id contains, sealed by this service, what it said. So nothing is stored, and no flood of
 * registrations fills the disk or displaces a client.
 */
export function registerClient({ secrets }: Secrets, metadata: unknown): OauthClient {
  const { name, uri, redirectUris } = readClientMetadata(metadata);
  const text = JSON.stringify([name, uri ?? null, redirectUris]);
  if (text.length > maxLength)
    throw new ClientMetadataError("invalid_client_metadata", "The redirect URIs are too long together.");
  return { id: prefix + secrets.seal(text, owner), name, uri, host: undefined, redirectUris };
}

/** The client that was registered under an id of this service. */
export function findRegisteredClient({ secrets }: Secrets, id: string): OauthClient | undefined {
  if (!id.startsWith(prefix)) return undefined;
  const text = tryOpenSecret(secrets, id.slice(prefix.length), owner) ?? "";
  const { data } = sealedSchema.safeParse(tryParseJson(text));
  return data && { id, name: data[0], uri: data[1] ?? undefined, host: undefined, redirectUris: data[2] };
}
