import { missingCredentialError } from "../../contract/mcp/upstreamExchange.ts";
import { formatCredentialHost, parseCredentialHosts } from "../../text/hosts/credentialHost.ts";
import { listSecretEncodings } from "../../text/secrets/listSecretEncodings.ts";
import type { AccountTokens } from "../accounts/accountTokens.ts";
import type { RequestDefinition, SecurityScheme } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { ToolError } from "../tools/codeTool.ts";
import { UpstreamError } from "./upstreamError.ts";

/** A credential that a request to the upstream carries. */
export interface UpstreamCredential {
  readonly in: "header" | "query" | "cookie" | "body";
  readonly name: string;
  readonly value: string;
  /** The part of the value that must not appear in any output; undefined: the value is no secret. */
  readonly secret: string | undefined;
  /** The environment variables of the credential, for messages. */
  readonly variables: readonly string[];
  /** The environment variable that lists the hosts which may receive it; undefined: any host of the definition. */
  readonly hosts?: string;
  /** The connected account that the token belongs to; such a token can be renewed. */
  readonly account?: { readonly scheme: string; readonly provider: string };
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

/** The sources of credential values. */
export interface UpstreamCredentialSource {
  readonly environment: RuntimeEnvironment;
  readonly accounts: AccountTokens;
  readonly signal: AbortSignal;
}

export interface ResolvedCredentials {
  readonly credentials: readonly UpstreamCredential[];
  /** The operation may need a credential and there is none: names the variables to set or the account to connect. */
  readonly missing?: string;
}

/** Resolves the first complete alternative. */
export async function resolveUpstreamCredentials(
  security: RequestDefinition["security"],
  schemes: Schemes,
  source: UpstreamCredentialSource,
): Promise<ResolvedCredentials> {
  const requiredAlternatives = security.filter((alternative) => alternative.length > 0);
  const missing = new Set<string>();
  for (const alternative of requiredAlternatives) {
    const found: UpstreamCredential[] = [];
    for (const name of alternative) {
      const scheme = schemes[name];
      const credential = await findCredential(name, scheme, source, missing);
      if (!credential) break;
      found.push({ ...credential, ...(scheme?.hosts !== undefined && { hosts: scheme.hosts }) });
    }
    if (found.length === alternative.length) return { credentials: found };
  }
  if (requiredAlternatives.length < security.length || security.length === 0) return { credentials: [] };
  return { credentials: [], missing: formatMissingCredentials(requiredAlternatives, schemes, [...missing]) };
}

function formatMissingCredentials(
  requiredAlternatives: RequestDefinition["security"],
  schemes: Schemes,
  accounts: readonly string[],
): string {
  const variableLists = requiredAlternatives.map((alternative) =>
    alternative.flatMap((name) => listVariables(schemes[name])).join(" and "),
  );
  const settableLists = [...new Set(variableLists)].filter((text) => text !== "");
  if (settableLists.length === 0) return `${missingCredentialError} of a kind that this server cannot send.`;
  const variables = settableLists.join(", or ");
  const instruction = `et ${variables} in the environment of this MCP server (in Fairlead: Edit Variables) and start it again.`;
  if (accounts.length === 0) return `${missingCredentialError}. S${instruction}`;
  return `${missingCredentialError} of an account. ${accounts.join(" ")} Or s${instruction}`;
}

/**
 * Renews the account tokens of a request that the upstream rejected; undefined if there is none to renew. A rejected request had no
 * effect, so it may be sent again.
 */
export async function renewUpstreamCredentials(
  sent: readonly UpstreamCredential[],
  { accounts, signal }: Pick<UpstreamCredentialSource, "accounts" | "signal">,
): Promise<UpstreamCredential[] | undefined> {
  const renewed: UpstreamCredential[] = [];
  for (const credential of sent) {
    const found = credential.account && (await accounts.token(credential.account.scheme, signal, credential.secret));
    if (found && "missing" in found) throw new UpstreamError("credentialMissing", found.missing);
    renewed.push(found ? { ...credential, ...createBearerCredential(found.token, credential.variables) } : credential);
  }
  return renewed.some(({ secret }, index) => secret !== sent[index]?.secret) ? renewed : undefined;
}

/** Rejects a request to a host that the owner of a credential has not agreed to. The owner chose the host of `API_BASE_URL` for all. */
export function checkCredentialHosts(
  credentials: readonly UpstreamCredential[],
  url: URL,
  environment: RuntimeEnvironment,
): void {
  const chosen = URL.parse(environment.API_BASE_URL?.trim() ?? "");
  const host = formatCredentialHost(url);
  if (chosen && formatCredentialHost(chosen) === host) return;
  for (const { hosts, variables } of credentials) {
    if (hosts === undefined || parseCredentialHosts(environment[hosts] ?? "").includes(host)) continue;
    throw new UpstreamError(
      "hostNotAgreed",
      `Nothing was sent: ${host} is not among the hosts that may receive ${variables.join(" and ")}. Its owner has to deploy this ` +
        `version again and agree to the host, or add it to ${hosts} in the environment of this MCP server and start it again.`,
    );
  }
}

/** Names the environment variables of what a request carries: `API_USER and API_PASSWORD`. */
export const formatCredential = (credentials: readonly Pick<UpstreamCredential, "variables">[]): string =>
  [...new Set(credentials.flatMap(({ variables }) => variables))].join(" and ");

/** Lists every form of the secrets: the values themselves and their encodings. */
export function listCredentialForms(found: readonly UpstreamCredential[]): string[] {
  const values = found.flatMap(({ secret, value }) =>
    secret === undefined ? [] : [secret, value.replace(/^Basic /, "")].flatMap(listSecretEncodings),
  );
  return [...new Set(values)].filter((value) => value.length > 3).sort((a, b) => b.length - a.length);
}

async function findCredential(
  name: string,
  scheme: SecurityScheme | undefined,
  { environment, accounts, signal }: UpstreamCredentialSource,
  missing: Set<string>,
): Promise<UpstreamCredential | undefined> {
  if (scheme?.kind !== "bearer" || scheme.account === undefined) return readEnvironmentCredential(scheme, environment);
  const found = await accounts.token(name, signal);
  const variables = listVariables(scheme);
  if (found && "token" in found)
    return { ...createBearerCredential(found.token, variables), account: { scheme: name, provider: scheme.account } };
  const environmentCredential = readEnvironmentCredential(scheme, environment);
  if (found && !environmentCredential) missing.add(found.missing);
  return environmentCredential;
}

function readEnvironmentCredential(
  scheme: SecurityScheme | undefined,
  environment: RuntimeEnvironment,
): UpstreamCredential | undefined {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const variables = listVariables(scheme);
  if (scheme === undefined) return undefined;
  if (scheme.kind === "apiKey") {
    const value = read(scheme.variable);
    return value ? createKeyCredential(scheme, checkPrintable(value, variables), variables) : undefined;
  }
  if (scheme.kind === "bearer") {
    // Some users paste the whole header value.
    const token = read(scheme.variable)?.replace(/^bearer\s+/i, "");
    return token ? createBearerCredential(token, variables) : undefined;
  }
  const user = read(scheme.user);
  // Many APIs accept a key as the user name and no password.
  const password = environment[scheme.password] ?? "";
  const userAndPassword = Buffer.from(`${user}:${password}`).toString("base64");
  return user ? createHeaderCredential(`Basic ${userAndPassword}`, password || user, variables) : undefined;
}

/** Some users paste the whole header value, which has a word before the key. */
function createKeyCredential(
  scheme: SecurityScheme & { readonly kind: "apiKey" },
  value: string,
  variables: readonly string[],
): UpstreamCredential {
  const { in: location, name, prefix, secret } = scheme;
  const key = prefix !== undefined && /^\S+\s+\S+$/.test(value) ? value.replace(/^\S+\s+/, "") : value;
  const sent = prefix !== undefined && !/\s/.test(value) ? `${prefix} ${value}` : value;
  return { in: location, name, value: sent, secret: secret === false ? undefined : key, variables };
}

const createBearerCredential = (token: string, variables: readonly string[]) =>
  createHeaderCredential(`Bearer ${checkPrintable(token, variables)}`, token, variables);

const createHeaderCredential = (value: string, secret: string, variables: readonly string[]): UpstreamCredential => ({
  in: "header",
  name: "Authorization",
  value,
  secret,
  variables,
});

function listVariables(scheme: SecurityScheme | undefined): string[] {
  if (scheme === undefined) return [];
  return scheme.kind === "basic" ? [scheme.user, scheme.password] : [scheme.variable];
}

/** Checks the value here because the error of the HTTP client would quote it. */
export function checkPrintable(value: string, variables: readonly string[]): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new ToolError(`The value of ${variables.join(" and ")} holds a character that cannot be sent in a request.`);
}
