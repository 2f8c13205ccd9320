import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

const agreedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));
const name = "agreedPrograms";
/** Those agreed to longest ago are asked about again. */
const most = 300;

/** What of whose code somebody agreed to run on this machine: asked again only where a program is new. */
export interface CodeConsent {
  covers(owner: string, programs: readonly string[]): boolean;
  keep(owner: string, programs: readonly string[]): Promise<void>;
}

/** Owners are told apart by their connection too: another service may use the same ids. */
export function openCodeConsent(memory: Memory, connection: string): CodeConsent {
  const read = () => agreedSchema.catch([]).parse(memory.read("workspace", name) ?? []);
  const keyOf = (owner: string) => `${connection} ${owner}`;
  const known = (key: string) => read().find(([one]) => one === key)?.[1] ?? [];
  return {
    covers: (owner, programs) => {
      const agreed = programs.length === 0 ? [] : known(keyOf(owner));
      return programs.every((one) => agreed.includes(one));
    },
    keep: async (owner, programs) => {
      if (programs.length === 0) return;
      const key = keyOf(owner);
      const others = read().filter(([one]) => one !== key);
      const agreed = [...new Set([...known(key), ...programs])];
      await memory.write("workspace", name, [...others, [key, agreed]].slice(-most));
    },
  };
}

/** What Fairlead's own service does and does not keep code from: said before it runs. */
export const codeConfinementNotice =
  "Fairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited.";

/** Which of some files are programs; some are, where it cannot be seen which. */
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
