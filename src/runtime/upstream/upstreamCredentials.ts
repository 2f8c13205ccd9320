import { listSecretEncodings } from "../../text/listSecretEncodings.ts";
import type { AccountTokens } from "../accounts/accountTokens.ts";
import type { RequestDefinition, SecurityScheme } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { ToolError } from "../tools/codeTool.ts";

/** What a request carries so that the upstream knows who asks. */
export interface UpstreamCredential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
  /** The part of the value that must never be shown. */
  readonly secret: string;
  /** Where it came from, for messages: never the value. */
  readonly variables: readonly string[];
  /** The account it is a token of, which can be renewed. */
  readonly account?: { readonly scheme: string; readonly provider: string };
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

/** Where the values come from. */
export interface UpstreamCredentialSource {
  readonly environment: RuntimeEnvironment;
  readonly accounts: AccountTokens;
  readonly signal: AbortSignal;
}

/**
 * The first alternative that is complete; nothing where the operation can do without. Otherwise the message says what to set, or
 * which account to connect.
 */
export async function resolveUpstreamCredentials(
  security: RequestDefinition["security"],
  schemes: Schemes,
  source: UpstreamCredentialSource,
): Promise<UpstreamCredential[]> {
  const demanding = security.filter((alternative) => alternative.length > 0);
  const missing = new Set<string>();
  for (const alternative of demanding) {
    const found: UpstreamCredential[] = [];
    for (const name of alternative) {
      const one = await credential(name, schemes[name], source, missing);
      if (!one) break;
      found.push(one);
    }
    if (found.length === alternative.length) return found;
  }
  if (demanding.length < security.length || security.length === 0) return [];
  throw new ToolError(whatIsMissing(demanding, schemes, [...missing]));
}

function whatIsMissing(
  demanding: RequestDefinition["security"],
  schemes: Schemes,
  accounts: readonly string[],
): string {
  const wanted = demanding.map((alternative) =>
    alternative.flatMap((name) => variablesOf(schemes[name])).join(" and "),
  );
  const usable = [...new Set(wanted)].filter((text) => text !== "");
  if (usable.length === 0) return "This operation needs a credential of a kind that this server cannot send.";
  const setting = `et ${usable.join(", or ")} in the environment of this MCP server and start it again.`;
  if (accounts.length === 0) return `This operation needs a credential. S${setting}`;
  return `This operation needs an account. ${accounts.join(" ")} Or s${setting}`;
}

/**
 * The credentials of a request that was refused, with those of accounts renewed; undefined where there is nothing to renew. Such a
 * request had no effect, so it may be sent again.
 */
export async function renewUpstreamCredentials(
  sent: readonly UpstreamCredential[],
  { accounts, signal }: Pick<UpstreamCredentialSource, "accounts" | "signal">,
): Promise<UpstreamCredential[] | undefined> {
  const renewed: UpstreamCredential[] = [];
  for (const one of sent) {
    const found = one.account && (await accounts.token(one.account.scheme, signal, one.secret));
    if (found && "missing" in found) throw new ToolError(found.missing);
    renewed.push(found ? { ...one, ...bearer(found.token, one.variables) } : one);
  }
  return renewed.some(({ secret }, index) => secret !== sent[index]?.secret) ? renewed : undefined;
}

/** The texts that must never be shown: the values themselves and the forms in which they travel. */
export function listCredentialForms(found: readonly UpstreamCredential[]): string[] {
  const values = found.flatMap(({ secret, value }) => [...listSecretEncodings(secret), value.replace(/^Basic /, "")]);
  return [...new Set(values)].filter((value) => value.length > 3).sort((a, b) => b.length - a.length);
}

async function credential(
  name: string,
  scheme: SecurityScheme | undefined,
  { environment, accounts, signal }: UpstreamCredentialSource,
  missing: Set<string>,
): Promise<UpstreamCredential | undefined> {
  if (scheme?.kind !== "bearer" || scheme.account === undefined) return ownCredential(scheme, environment);
  const found = await accounts.token(name, signal);
  const variables = variablesOf(scheme);
  if (found && "token" in found)
    return { ...bearer(found.token, variables), account: { scheme: name, provider: scheme.account } };
  const own = ownCredential(scheme, environment);
  if (found && !own) missing.add(found.missing);
  return own;
}

function ownCredential(
  scheme: SecurityScheme | undefined,
  environment: RuntimeEnvironment,
): UpstreamCredential | undefined {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const variables = variablesOf(scheme);
  if (scheme === undefined) return undefined;
  if (scheme.kind === "apiKey") {
    const value = read(scheme.variable);
    return value
      ? { in: scheme.in, name: scheme.name, value: plain(value, variables), secret: value, variables }
      : undefined;
  }
  if (scheme.kind === "bearer") {
    // People paste the whole header.
    const token = read(scheme.variable)?.replace(/^bearer\s+/i, "");
    return token ? bearer(token, variables) : undefined;
  }
  const user = read(scheme.user);
  // Many APIs take a key as the user and no password at all.
  const password = environment[scheme.password] ?? "";
  const both = Buffer.from(`${user}:${password}`).toString("base64");
  return user ? header(`Basic ${both}`, password || user, variables) : undefined;
}

const bearer = (token: string, variables: readonly string[]) =>
  header(`Bearer ${plain(token, variables)}`, token, variables);

const header = (value: string, secret: string, variables: readonly string[]): UpstreamCredential => ({
  in: "header",
  name: "Authorization",
  value,
  secret,
  variables,
});

function variablesOf(scheme: SecurityScheme | undefined): string[] {
  if (scheme === undefined) return [];
  return scheme.kind === "basic" ? [scheme.user, scheme.password] : [scheme.variable];
}

/** Said here, because the error of the HTTP client would quote the value. */
function plain(value: string, variables: readonly string[]): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new ToolError(`The value of ${variables.join(" and ")} holds a character that cannot be sent in a request.`);
}
