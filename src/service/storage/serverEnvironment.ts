import * as z from "zod";
import type { ServerResource, ServerVariable } from "../../contract/servers.ts";
import { formatCredentialHosts, parseCredentialHosts } from "../../text/hosts/credentialHost.ts";
import { formatHeaderName, listAddedHeaders } from "../../text/variables/addedHeader.ts";
import type { ServiceContext } from "../context.ts";
import { getClientVariables, type OauthAccount, oauthAccountSchema } from "../oauth/oauthAccount.ts";
import { jsonColumn } from "./rows/jsonColumn.ts";
import type { ServerRow } from "./rows/serverRow.ts";
import { bindNewSecrets } from "./secretAddresses.ts";
import { tryOpenSecret } from "./secretBox.ts";

/** Every value is encrypted, because the next version may declare any variable as secret. */
const environmentRow = z.object({ environment_json: jsonColumn(z.record(z.string(), z.string())) });

const accountsRow = z.object({ accounts_json: jsonColumn(z.array(oauthAccountSchema)) });

type Patch = Readonly<Record<string, string | null>>;

/** The environment of a server's process, without the OAuth client variables, which only the service uses. */
export function readProcessEnvironment(context: ServiceContext, serverId: string): Record<string, string> {
  const clientVariables = new Set(
    readServerAccounts(context, serverId)
      .map(getClientVariables)
      .flatMap(({ id, secret }) => [id, secret]),
  );
  return Object.fromEntries(
    Object.entries(readServerEnvironment(context, serverId)).filter(([name]) => !clientVariables.has(name)),
  );
}

/** The accounts that a server uses. */
export function readServerAccounts({ db }: Pick<ServiceContext, "db">, serverId: string): readonly OauthAccount[] {
  return db.get(accountsRow, "SELECT accounts_json FROM servers WHERE id = ?", serverId)?.accounts_json ?? [];
}

/** The decrypted values. */
export function readServerEnvironment(context: ServiceContext, serverId: string): Record<string, string> {
  const sealed = Object.entries(readSealed(context, serverId));
  return Object.fromEntries(
    sealed.map(([name, text]) => [name, context.secrets.open(text, getSealOwner(serverId, name))]),
  );
}

/** Sets the named values and removes those that are null (RFC 7396). The caller updates the row's etag. */
export function mergeServerEnvironment(context: ServiceContext, serverId: string, patch: Patch): void {
  const merged = { ...readSealed(context, serverId) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = context.secrets.seal(value, getSealOwner(serverId, name));
  }
  context.db.run("UPDATE servers SET environment_json = ? WHERE id = ?", JSON.stringify(merged), serverId);
  bindNewSecrets(context, serverId, patch);
}

/**
 * Gives a variable that a new version renames the value that it has under its former name, unless it has one. The former one stays,
 * because earlier versions read it. A variable that the server has already is not renamed: its value may have been cleared.
 */
export function copyRenamedValues(
  context: ServiceContext,
  { id, variables_json: variables }: Pick<ServerRow, "id" | "variables_json">,
  formerNames: Readonly<Record<string, string>>,
): void {
  const sealed = readSealed(context, id);
  const copied = Object.entries(formerNames).flatMap(([name, formerName]) => {
    const isNew = sealed[name] === undefined && !variables.some((variable) => variable.name === name);
    const text = sealed[formerName];
    const value = text === undefined ? null : openOrNull(context, text, getSealOwner(id, formerName));
    return value === null || !isNew ? [] : [[name, value] as const];
  });
  if (copied.length > 0) mergeServerEnvironment(context, id, Object.fromEntries(copied));
}

/**
 * What a server's variables are, with whether each has a value, and whether that differs from what its live process runs with.
 * `liveEnvironment` is undefined if no process is live.
 */
export function presentServerVariables(
  context: ServiceContext,
  row: ServerRow,
  liveEnvironment: Readonly<Record<string, string>> | undefined,
): ServerResource["variables"] {
  const sealed = row.environment_json;
  const clientVariables = new Set(row.accounts_json.map(getClientVariables).flatMap(({ id, secret }) => [id, secret]));
  const isChanged = (name: string, live: Readonly<Record<string, string>>) => {
    const text = sealed[name];
    if (clientVariables.has(name)) return false;
    if (text === undefined || live[name] === undefined) return text !== undefined || live[name] !== undefined;
    return openOrNull(context, text, getSealOwner(row.id, name)) !== live[name];
  };
  return listVariables(context, row).map((variable) => ({
    ...variable,
    set: sealed[variable.name] !== undefined,
    ...(liveEnvironment && { changed: isChanged(variable.name, liveEnvironment) }),
  }));
}

/** The values that clients may read: values of variables that the server declares as not secret. Other values are null. */
export function presentServerEnvironment(context: ServiceContext, row: ServerRow): ServerResource["environment"] {
  const readable = new Set(
    listVariables(context, row)
      .filter(({ secret }) => !secret)
      .map(({ name }) => name),
  );
  return Object.fromEntries(
    Object.entries(row.environment_json).map(([name, text]) => [
      name,
      readable.has(name) ? openOrNull(context, text, getSealOwner(row.id, name)) : null,
    ]),
  );
}

/** The variables that the server's latest version declares, and those of headers that the user added. */
function listVariables(context: ServiceContext, row: ServerRow) {
  const { id, environment_json: sealed, variables_json: declared } = row;
  const read = (name: string) => openOrNull(context, sealed[name] ?? "", getSealOwner(id, name));
  const names = new Set(declared.map(({ name }) => name));
  return [...declared, ...listAddedHeaderVariables(sealed, read).filter(({ name }) => !names.has(name))];
}

/** Returns null instead of failing, so that one value with another data folder's key does not make a list unreadable. */
function openOrNull({ secrets }: ServiceContext, text: string, owner: string): string | null {
  return tryOpenSecret(secrets, text, owner) ?? null;
}

function readSealed(context: ServiceContext, serverId: string): Record<string, string> {
  const sql = "SELECT environment_json FROM servers WHERE id = ?";
  return context.db.get(environmentRow, sql, serverId)?.environment_json ?? {};
}

const getSealOwner = (serverId: string, name: string) => `environment ${serverId} ${name}`;

/**
 * The variables of the headers that a user added to a server. No version declares them; they are there while the server has a value
 * for one. `read` returns a value.
 */
export function listAddedHeaderVariables(
  environment: Readonly<Record<string, string>>,
  read: (name: string) => string | null,
): readonly ServerVariable[] {
  return listAddedHeaders(environment).flatMap(({ name, variable, hostsVariable, isSecret }): ServerVariable[] => {
    const header = formatHeaderName(name);
    const hosts = environment[hostsVariable] === undefined ? [] : parseCredentialHosts(read(hostsVariable) ?? "");
    const receivers = formatCredentialHosts(hosts);
    const effect =
      hosts.length === 0
        ? `No host gets the header ${header} until ${hostsVariable} names one.`
        : `The header ${header} of every request to ${receivers}. No tool asks for it.`;
    const declared = { required: false, secret: isSecret, description: effect };
    return [
      { name: variable, ...declared, sentTo: hosts, sentAs: `header ${header}` },
      {
        name: hostsVariable,
        required: false,
        secret: false,
        hosts,
        description: `The hosts that receive ${variable}; no other does.`,
      },
    ];
  });
}
