import type { ConnectionProfile } from "../../../src/extension/connection/model/connectionProfile.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";
import type { JudgedEditor } from "./editor.ts";
import { type KnownItem, listKnownHealth } from "./knownItems.ts";
import type { Truth } from "./truth.ts";

export type KnownSamples = readonly (readonly [UnknownRecord, KnownItem])[];

const mostOfHealth = 2;

/** The samples of the health of some deployments of each state: an answer need not say of which deployment it is. */
export async function readKnownHealth(
  { client }: JudgedEditor,
  store: ConnectionProfile,
  truth: Truth,
): Promise<KnownSamples> {
  const known: [UnknownRecord, KnownItem][] = [];
  for (const [id, item] of listKnownHealth(truth)) {
    if (known.filter(([, { outcome }]) => outcome === item.outcome).length >= mostOfHealth) continue;
    const before = store.samples()["deployment.health"]?.at(-1);
    await client.call("deployment.health", { id }).catch(() => undefined);
    const sample = store.samples()["deployment.health"]?.at(-1);
    if (sample && sample !== before) known.push([sample, item]);
  }
  return known;
}
