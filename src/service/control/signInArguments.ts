import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { parseArgs } from "node:util";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";
import type { SignInOptions } from "../signIn/signInRoutes.ts";

const stringOption = { type: "string" } as const;
const stringListOption = { type: "string", multiple: true, default: [] as string[] } as const;

/** The options with which members sign in at an OpenID provider. */
export const signInOptions = {
  "oidc-issuer": stringOption,
  "oidc-client-id": stringOption,
  "oidc-client-secret-file": stringOption,
  "oidc-scope": stringListOption,
  "oidc-domain": stringListOption,
};

export const signInUsage = `[--oidc-issuer URL --oidc-client-id ID [--oidc-client-secret-file FILE]
  [--oidc-scope SCOPE]... [--oidc-domain DOMAIN]...]`;

type SignInValues = ReturnType<typeof parseArgs<{ options: typeof signInOptions }>>["values"] & {
  readonly listen?: string | undefined;
};

/** Reads the options together. The service reads the client's secret from its file once. */
export function readSignInOptions(values: SignInValues, organizations: readonly string[]): SignInOptions | undefined {
  const { "oidc-issuer": issuer, "oidc-client-id": clientId, "oidc-client-secret-file": secretFile } = values;
  const { "oidc-scope": scopes, "oidc-domain": domains } = values;
  if (issuer === undefined || clientId === undefined) {
    const given = [issuer, clientId, secretFile, ...scopes, ...domains].some((value) => value !== undefined);
    if (given) throw new Error("Options that begin with --oidc need both --oidc-issuer URL and --oidc-client-id ID.");
    return undefined;
  }
  if (values.listen === undefined)
    throw new Error("--oidc-issuer needs --listen HOST:PORT, because members sign in at the public URL.");
  if (clientId.trim() === "") throw new Error("--oidc-client-id must not be empty.");
  const wrongScope = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  if (wrongScope !== undefined)
    throw new Error(`--oidc-scope must be one scope, such as "groups", not "${wrongScope}".`);
  const wrongDomain = domains.find((domain) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(domain));
  if (wrongDomain !== undefined) throw new Error(`--oidc-domain must be like "example.com", not "${wrongDomain}".`);
  return {
    issuer: readIssuer(issuer),
    client: { id: clientId.trim(), secret: secretFile === undefined ? undefined : readSecret(resolve(secretFile)) },
    scopes,
    domains: domains.map((domain) => domain.toLowerCase()),
    organizations,
  };
}

/** OpenID Connect Discovery 1.0, section 4.3: the provider's metadata must name the same issuer. */
function readIssuer(text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHostname(url.hostname));
  if (!isPlain || !isSafe) throw new Error(`--oidc-issuer must be like "https://accounts.example.com", not "${text}".`);
  return text;
}

function readSecret(file: string): string {
  let secret: string;
  try {
    secret = readFileSync(file, "utf8").trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The file of --oidc-client-secret-file cannot be read: ${reason}.`, { cause: error });
  }
  if (secret === "") throw new Error(`${file} is empty. It must contain the client secret of --oidc-client-id.`);
  return secret;
}
