import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

const agreedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));
const name = "agreedPrograms";
/** The oldest consents are dropped beyond this number. */
const most = 300;

/** The programs whose code the user agreed to run on this machine; only a new program needs consent. */
export interface CodeConsent {
  covers(owner: string, programs: readonly string[]): boolean;
  add(owner: string, programs: readonly string[]): Promise<void>;
}

/** The connection is part of an owner's key, because two services may use the same ids. */
export function openCodeConsent(memory: Memory, connection: string): CodeConsent {
  const read = () => agreedSchema.catch([]).parse(memory.read("workspace", name) ?? []);
  const keyOf = (owner: string) => `${connection} ${owner}`;
  const findConsents = (key: string) => read().find(([one]) => one === key)?.[1] ?? [];
  return {
    covers: (owner, programs) => {
      const agreed = programs.length === 0 ? [] : findConsents(keyOf(owner));
      return programs.every((one) => agreed.includes(one));
    },
    add: async (owner, programs) => {
      if (programs.length === 0) return;
      const key = keyOf(owner);
      const others = read().filter(([one]) => one !== key);
      const agreed = [...new Set([...findConsents(key), ...programs])];
      await memory.write("workspace", name, [...others, [key, agreed]].slice(-most));
    },
  };
}

/** What the local service restricts and what it does not; shown before code runs. */
export const codeConfinementNotice =
  "Fairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited.";

/** The files that are programs; a generic entry when the file list does not show them. */
export function listPrograms(files: readonly { readonly path: string }[]): readonly string[] {
  const found = files.map(({ path }) => path).filter((path) => /\.[cm]?[jt]s$/.test(path));
  return found.length > 0 ? found : unknownProgramNames;
}

export const unknownProgramNames: readonly string[] = ["its code"];

/** `a.mjs, b.mjs, c.mjs and 4 more` */
export function formatFirstNames(names: readonly string[]): string {
  const more = names.length - 3;
  return names.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
