import * as z from "zod";
import type { ServerResource } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import { getClientVariables, oauthAccountSchema } from "../oauth/oauthAccount.ts";
import { jsonColumn } from "./rows/jsonColumn.ts";
import type { ServerRow } from "./rows/serverRow.ts";
import { SealError } from "./secretBox.ts";

/** Every value is sealed, secret or not: what a variable is may change with the next version. */
const environmentRow = z.object({ environment_json: jsonColumn(z.record(z.string(), z.string())) });

const accountsRow = z.object({ accounts_json: jsonColumn(z.array(oauthAccountSchema)) });

type Patch = Readonly<Record<string, string | null>>;

/** What a server's process is given: all but what only the service itself says, where accounts are connected. */
export function readProcessEnvironment(context: ServiceContext, serverId: string): Record<string, string> {
  const sql = "SELECT accounts_json FROM servers WHERE id = ?";
  const accounts = context.db.get(accountsRow, sql, serverId)?.accounts_json ?? [];
  const own = new Set(accounts.map(getClientVariables).flatMap(({ id, secret }) => [id, secret]));
  return Object.fromEntries(
    Object.entries(readServerEnvironment(context, serverId)).filter(([name]) => !own.has(name)),
  );
}

/** The values as they are. */
export function readServerEnvironment(context: ServiceContext, serverId: string): Record<string, string> {
  const sealed = Object.entries(readSealed(context, serverId));
  return Object.fromEntries(sealed.map(([name, text]) => [name, context.secrets.open(text, about(serverId, name))]));
}

/** Changes the values named, removes those that are null, keeps the others (RFC 7396). The row's etag is the caller's. */
export function mergeServerEnvironment(context: ServiceContext, serverId: string, patch: Patch): void {
  const merged = { ...readSealed(context, serverId) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = context.secrets.seal(value, about(serverId, name));
  }
  context.db.run("UPDATE servers SET environment_json = ? WHERE id = ?", JSON.stringify(merged), serverId);
}

/** What may be read back: a value is shown only if the server says of its variable that it is no secret. */
export function presentServerEnvironment(context: ServiceContext, row: ServerRow): ServerResource["environment"] {
  const open = new Set(row.variables_json.filter(({ secret }) => !secret).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(row.environment_json).map(([name, text]) => [
      name,
      open.has(name) ? openOrNull(context, text, about(row.id, name)) : null,
    ]),
  );
}

/** One value made with the key of another data folder must not keep a whole list from being read. */
function openOrNull(context: ServiceContext, text: string, purpose: string): string | null {
  try {
    return context.secrets.open(text, purpose);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

function readSealed(context: ServiceContext, serverId: string): Record<string, string> {
  const sql = "SELECT environment_json FROM servers WHERE id = ?";
  return context.db.get(environmentRow, sql, serverId)?.environment_json ?? {};
}

const about = (serverId: string, name: string) => `environment ${serverId} ${name}`;
