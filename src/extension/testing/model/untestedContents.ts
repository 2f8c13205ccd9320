import * as z from "zod";
import type { Memory } from "../../base/ports.ts";

const digestsSchema = z.array(z.string());
const name = "acceptedUntested";
/** The oldest are removed, and the user is prompted again for them. */
const most = 500;

/** Digests of contents that the user confirmed without a passed test run, so that the prompt is shown once. */
export interface UntestedContents {
  has(digest: string): boolean;
  add(digest: string): Promise<void>;
}

export function readUntestedContents(memory: Memory): UntestedContents {
  const read = () => digestsSchema.catch([]).parse(memory.read("workspace", name) ?? []);
  return {
    has: (digest) => read().includes(digest),
    add: (digest) => {
      const others = read().filter((one) => one !== digest);
      return memory.write("workspace", name, [...others, digest].slice(-most));
    },
  };
}
