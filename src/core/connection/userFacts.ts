import * as z from "zod";
import { unknownProfile } from "../../contract/dialectProfile.ts";
import type { WriteQueue } from "../foundation/latestWrites.ts";
import type { Memory } from "../foundation/ports.ts";
import { fromProfileFacts, mergeProfileFacts, type ProfileFacts, toProfileFacts } from "./profileFacts.ts";

/** The facts that the user set for a service. */
export interface UserFacts {
  now(): ProfileFacts;
  /** Sets the facts, merged with changes that other windows made meanwhile. */
  set(facts: ProfileFacts): void;
}

export interface UserFactsOptions {
  readonly name: string;
  readonly writes: WriteQueue;
  readonly drop: (subject: string) => void;
}

export function openUserFacts(memory: Memory, { name, writes, drop }: UserFactsOptions): UserFacts {
  const stored = () => readStoredFacts(memory.read("user", name), drop);
  let current = stored();
  let unwritten = 0;
  return {
    now: () => current,
    set: (facts) => {
      // Unwritten facts would look as if another window had removed them.
      current = unwritten > 0 ? facts : mergeProfileFacts(current, facts, stored());
      unwritten += 1;
      writes.enqueue(async () => {
        await memory.write("user", name, current.size > 0 ? Object.fromEntries(current) : undefined);
        unwritten -= 1;
      });
    },
  };
}

const factsSchema = z.record(z.string(), z.unknown());

function readStoredFacts(stored: unknown, drop: (subject: string) => void): ProfileFacts {
  if (stored === undefined) return new Map();
  const found = factsSchema.safeParse(stored).data;
  const facts = new Map(Object.entries(found ?? {}).filter(([key]) => isFactKey(key)));
  const isValid =
    found !== undefined && fromProfileFacts(new Map([...toProfileFacts(unknownProfile), ...facts])) !== undefined;
  if (!isValid) drop("your changes of the profile");
  return isValid ? facts : new Map();
}

function isFactKey(text: string): boolean {
  try {
    return z.array(z.string()).min(1).max(6).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
