import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

const digestsSchema = z.array(z.string());
const name = "acceptedUntested";
/** The oldest are forgotten, and asked about again. */
const most = 500;

/** Contents that were wanted although no test run of them had passed, by digest: nobody is asked twice about the same. */
export interface UntestedContents {
  has(digest: string): boolean;
  keep(digest: string): Promise<void>;
}

export function readUntestedContents(memory: Memory): UntestedContents {
  const read = () => digestsSchema.catch([]).parse(memory.read("workspace", name) ?? []);
  return {
    has: (digest) => read().includes(digest),
    keep: (digest) => {
      const others = read().filter((one) => one !== digest);
      return memory.write("workspace", name, [...others, digest].slice(-most));
    },
  };
}
