import * as z from "zod";
import type { Memory } from "../../../base/ports.ts";

const idsSchema = z.array(z.string());
const name = "declinedCredentials";
/** The oldest are removed, and the user is asked again for them. */
const most = 500;

/** The servers whose API needs no credential, as the user said. */
export interface DeclinedCredentials {
  has(serverId: string): boolean;
  add(serverId: string): Promise<void>;
  remove(serverId: string): Promise<void>;
}

/** Services may use the same ids, so the servers are those of one connection. */
export function readDeclinedCredentials(memory: Memory, connectionId: string | undefined): DeclinedCredentials {
  const read = () => idsSchema.catch([]).parse(memory.read("user", name) ?? []);
  const toKey = (serverId: string) => `${connectionId ?? ""} ${serverId}`;
  const others = (key: string) => read().filter((one) => one !== key);
  return {
    has: (serverId) => read().includes(toKey(serverId)),
    add: (serverId) => {
      const key = toKey(serverId);
      return memory.write("user", name, [...others(key), key].slice(-most));
    },
    remove: (serverId) => memory.write("user", name, others(toKey(serverId))),
  };
}
