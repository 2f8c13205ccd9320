import * as z from "zod";
import type { Memory } from "./ports.ts";

const agreedSchema = z.record(z.string(), z.array(z.string()));
const name = "agreedPrograms";
/** Those agreed to longest ago are asked about again. */
const most = 300;

/** What of whose code somebody agreed to run on this machine: asked again only where a program is new. */
export interface AgreedPrograms {
  covers(owner: string, programs: readonly string[]): boolean;
  keep(owner: string, programs: readonly string[]): Promise<void>;
}

export function agreedPrograms(memory: Memory): AgreedPrograms {
  const read = () => agreedSchema.catch({}).parse(memory.read("workspace", name) ?? {});
  return {
    covers: (owner, programs) => programs.every((one) => read()[owner]?.includes(one)),
    keep: (owner, programs) => {
      const { [owner]: before = [], ...others } = read();
      const all = [...Object.entries(others), [owner, [...new Set([...before, ...programs])]] as const];
      return memory.write("workspace", name, Object.fromEntries(all.slice(-most)));
    },
  };
}

/** What Fairlead's own service does and does not keep code from: said before it runs. */
export const codeLimits =
  "Fairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited.";

/** Which of some files are programs. */
export function programsIn(files: readonly { readonly path: string }[]): readonly string[] {
  return files.map(({ path }) => path).filter((path) => /\.[cm]?[jt]s$/.test(path));
}

/** `a.mjs, b.mjs, c.mjs and 4 more` */
export function programWords(programs: readonly string[]): string {
  const more = programs.length - 3;
  return programs.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
