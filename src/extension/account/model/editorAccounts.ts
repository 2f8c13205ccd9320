import { isRecord } from "../../../text/record.ts";
import type { Secrets } from "../../base/ports.ts";
import { keySecretPrefix, profileSecretPrefix, readSecretIds } from "../../connection/model/secretNames.ts";

/** A connection that has a key, as the editor's list of accounts shows it. */
export interface EditorAccount {
  readonly id: string;
  /** The connection's name, made unique within the list because the editor signs out by it. */
  readonly label: string;
}

/** Every window reads the same list because the secrets are shared. Reads no key. */
export async function readEditorAccounts(secrets: Secrets): Promise<readonly EditorAccount[]> {
  const ids = await readSecretIds(secrets, keySecretPrefix);
  const accounts: EditorAccount[] = [];
  for (const id of ids.toSorted()) {
    const name = nameIn(await secrets.get(profileSecretPrefix + id)) ?? "Fairlead";
    const isTaken = accounts.some(({ label }) => label === name);
    accounts.push({ id, label: isTaken ? `${name} (${id})` : name });
  }
  return accounts;
}

export interface EditorAccountChanges {
  readonly added: readonly EditorAccount[];
  readonly removed: readonly EditorAccount[];
  readonly changed: readonly EditorAccount[];
}

/** Compares two lists; undefined when nothing changed. */
export function createEditorAccountChanges(
  before: readonly EditorAccount[],
  after: readonly EditorAccount[],
): EditorAccountChanges | undefined {
  const find = (list: readonly EditorAccount[], id: string) => list.find((account) => account.id === id);
  const added = after.filter(({ id }) => !find(before, id));
  const removed = before.filter(({ id }) => !find(after, id));
  const changed = after.filter(({ id, label }) => (find(before, id)?.label ?? label) !== label);
  return added.length + removed.length + changed.length === 0 ? undefined : { added, removed, changed };
}

/** Whether a change of this secret can change the list. */
export function isAccountSecret(name: string): boolean {
  return name.startsWith(keySecretPrefix) || name.startsWith(profileSecretPrefix);
}

/**
 * Reads the name without the other schemas, because the editor requests its accounts before it uses anything else of
 * Fairlead.
 */
function nameIn(profile: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(profile ?? "null");
    const name = isRecord(parsed) ? parsed.name : undefined;
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}
