import * as z from "zod";
import { unknownProfile } from "../../contract/dialectProfile.ts";
import type { LatestWrites } from "../foundation/latestWrites.ts";
import type { Memory } from "../foundation/ports.ts";
import { type Facts, factsOf, mergeFacts, profileOf } from "./profileFacts.ts";

/** What the user said of a service. */
export interface SaidFacts {
  now(): Facts;
  /** From now on it is this, together with what was said in other windows meanwhile. */
  say(facts: Facts): void;
}

export interface SaidOptions {
  readonly name: string;
  readonly writes: LatestWrites;
  readonly drop: (what: string) => void;
}

export function openSaidFacts(memory: Memory, { name, writes, drop }: SaidOptions): SaidFacts {
  const stored = () => readSaid(memory.read("user", name), drop);
  let said = stored();
  let unwritten = 0;
  return {
    now: () => said,
    say: (facts) => {
      // What is not written yet would look as if another window had taken it back.
      said = unwritten > 0 ? facts : mergeFacts(said, facts, stored());
      unwritten += 1;
      writes.also(async () => {
        await memory.write("user", name, said.size > 0 ? Object.fromEntries(said) : undefined);
        unwritten -= 1;
      });
    },
  };
}

const saidSchema = z.record(z.string(), z.unknown());

function readSaid(stored: unknown, drop: (what: string) => void): Facts {
  if (stored === undefined) return new Map();
  const found = saidSchema.safeParse(stored).data;
  const facts = new Map(Object.entries(found ?? {}).filter(([way]) => isWay(way)));
  const isSound = found !== undefined && profileOf(new Map([...factsOf(unknownProfile), ...facts])) !== undefined;
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
