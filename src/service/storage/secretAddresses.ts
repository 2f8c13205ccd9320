import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import {
  getClientVariables,
  listSecretAddresses,
  type OauthAccount,
  oauthAccountSchema,
} from "../oauth/oauthAccount.ts";
import { jsonColumn } from "./rows/jsonColumn.ts";

/** The addresses that each client secret was given for, by the variable of the secret. Absent: the document's. */
export const secretAddressesSchema = z.record(z.string(), z.array(z.string()));
type SecretAddresses = z.output<typeof secretAddressesSchema>;

const bindingRow = z.object({
  accounts_json: jsonColumn(z.array(oauthAccountSchema)),
  environment_json: jsonColumn(z.record(z.string(), z.string())),
  secret_addresses_json: jsonColumn(secretAddressesSchema),
});

/**
 * Binds the stored secrets before another version's accounts replace those of the server: a secret was given for the
 * addresses of the document that named its variable first.
 */
export function bindStoredSecrets(context: ServiceContext, serverId: string, next: readonly OauthAccount[]): void {
  const row = readBindings(context, serverId);
  if (!row) return;
  const bound = { ...row.secret_addresses_json };
  for (const account of [...row.accounts_json, ...next]) {
    const { secret } = getClientVariables(account);
    if (Object.hasOwn(row.environment_json, secret)) bound[secret] ??= listSecretAddresses(account);
  }
  saveBindings(context, serverId, bound);
}

/** Binds secrets that are set to the addresses of the current document. A removed secret has no addresses. */
export function bindNewSecrets(
  context: ServiceContext,
  serverId: string,
  patch: Readonly<Record<string, string | null>>,
): void {
  const row = readBindings(context, serverId);
  if (!row) return;
  const bound = { ...row.secret_addresses_json };
  for (const [name, value] of Object.entries(patch)) {
    delete bound[name];
    const account = row.accounts_json.find((one) => getClientVariables(one).secret === name);
    if (account && value !== null) bound[name] = listSecretAddresses(account);
  }
  saveBindings(context, serverId, bound);
}

/** Whether the secret of a variable may go to these addresses. */
export function isSecretFor(
  context: ServiceContext,
  serverId: string,
  variable: string,
  addresses: readonly string[],
): boolean {
  const bound = readBindings(context, serverId)?.secret_addresses_json[variable];
  return bound === undefined || addresses.every((address) => bound.includes(address));
}

/** The first address of an account that its stored secret was not given for. */
export function findNewSecretAddress(
  account: OauthAccount,
  row: Pick<z.output<typeof bindingRow>, "environment_json" | "secret_addresses_json">,
): string | undefined {
  const { secret } = getClientVariables(account);
  const bound = row.secret_addresses_json[secret];
  if (bound === undefined || !Object.hasOwn(row.environment_json, secret)) return undefined;
  return listSecretAddresses(account).find((address) => !bound.includes(address));
}

function readBindings({ db }: ServiceContext, serverId: string) {
  const sql = "SELECT accounts_json, environment_json, secret_addresses_json FROM servers WHERE id = ?";
  return db.get(bindingRow, sql, serverId);
}

function saveBindings({ db }: ServiceContext, serverId: string, bound: SecretAddresses): void {
  db.run("UPDATE servers SET secret_addresses_json = ? WHERE id = ?", JSON.stringify(bound), serverId);
}
