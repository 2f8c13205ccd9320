import { ToolError } from "./codeTool.ts";
import type { RequestDefinition, SecurityScheme } from "./definition.ts";
import type { Environment } from "./settings.ts";

/** What a request carries so that the upstream knows who asks. */
export interface Credential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
  /** The part of the value that must never be shown. */
  readonly secret: string;
  /** Where it came from, for messages: never the value. */
  readonly variables: readonly string[];
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

/**
 * The first alternative whose variables are all set; nothing where the operation can do without. Otherwise the message names what to
 * set.
 */
export function credentials(
  security: RequestDefinition["security"],
  schemes: Schemes,
  environment: Environment,
): Credential[] {
  const demanding = security.filter((alternative) => alternative.length > 0);
  for (const alternative of demanding) {
    const found = alternative.map((name) => credential(schemes[name], environment));
    if (found.every((one) => one !== undefined)) return found;
  }
  if (demanding.length < security.length || security.length === 0) return [];
  const wanted = demanding.map((alternative) =>
    alternative.flatMap((name) => variablesOf(schemes[name])).join(" and "),
  );
  const usable = [...new Set(wanted)].filter((text) => text !== "");
  if (usable.length === 0)
    throw new ToolError("This operation needs a credential of a kind that this server cannot send.");
  throw new ToolError(
    `This operation needs a credential. Set ${usable.join(", or ")} in the environment of this MCP server and start it again.`,
  );
}

/** The texts that must never be shown: the values themselves and the forms in which they travel. */
export function secretForms(found: readonly Credential[]): string[] {
  const values = found.flatMap(({ secret, value }) => [
    secret,
    encodeURIComponent(secret),
    value.replace(/^Basic /, ""),
  ]);
  return [...new Set(values)].filter((value) => value.length > 3).sort((a, b) => b.length - a.length);
}

function credential(scheme: SecurityScheme | undefined, environment: Environment): Credential | undefined {
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
    return token ? header(`Bearer ${plain(token, variables)}`, token, variables) : undefined;
  }
  const user = read(scheme.user);
  // Many APIs take a key as the user and no password at all.
  const password = environment[scheme.password] ?? "";
  const both = Buffer.from(`${user}:${password}`).toString("base64");
  return user ? header(`Basic ${both}`, password || user, variables) : undefined;
}

const header = (value: string, secret: string, variables: readonly string[]): Credential => ({
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
