import * as z from "zod";
import { unknownProfile } from "../../contract/dialectProfile.ts";
import type { WriteQueue } from "../foundation/latestWrites.ts";
import type { Memory } from "../foundation/ports.ts";
import { fromProfileFacts, mergeProfileFacts, type ProfileFacts, toProfileFacts } from "./profileFacts.ts";

/** The facts that the user set for a service. */
export interface UserFacts {
  now(): ProfileFacts;
  /** Sets the facts, merged with changes that other windows made meanwhile. */
  say(facts: ProfileFacts): void;
}

export interface UserFactsOptions {
  readonly name: string;
  readonly writes: WriteQueue;
  readonly drop: (what: string) => void;
}

export function openUserFacts(memory: Memory, { name, writes, drop }: UserFactsOptions): UserFacts {
  const stored = () => readSaid(memory.read("user", name), drop);
  let said = stored();
  let unwritten = 0;
  return {
    now: () => said,
    say: (facts) => {
      // Unwritten facts would look as if another window had removed them.
      said = unwritten > 0 ? facts : mergeProfileFacts(said, facts, stored());
      unwritten += 1;
      writes.also(async () => {
        await memory.write("user", name, said.size > 0 ? Object.fromEntries(said) : undefined);
        unwritten -= 1;
      });
    },
  };
}

const saidSchema = z.record(z.string(), z.unknown());

function readSaid(stored: unknown, drop: (what: string) => void): ProfileFacts {
  if (stored === undefined) return new Map();
  const found = saidSchema.safeParse(stored).data;
  const facts = new Map(Object.entries(found ?? {}).filter(([way]) => isWay(way)));
  const isSound =
    found !== undefined && fromProfileFacts(new Map([...toProfileFacts(unknownProfile), ...facts])) !== undefined;
  if (!isSound) drop("what you said of the service");
  return isSound ? facts : new Map();
}

function isWay(text: string): boolean {
  try {
    return z.array(z.string()).min(1).max(6).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
