import * as z from "zod";
import type { Memory } from "../../base/ports.ts";

/** The files of a content: path and digest of each. */
export type ContentFiles = readonly (readonly [path: string, digest: string])[];

const contentsSchema = z.array(z.array(z.tuple([z.string(), z.string()])));
const name = "agreedContents";
/** The oldest contents are dropped beyond this number of contents or files; the newest is always kept. */
const mostContents = 300;
const mostFiles = 3000;

/** The contents that the user agreed to run on this machine, the newest last. */
export function readAgreedContents(memory: Memory): readonly ContentFiles[] {
  return contentsSchema.catch([]).parse(memory.read("workspace", name) ?? []);
}

export async function addAgreedContent(memory: Memory, files: ContentFiles): Promise<void> {
  const text = JSON.stringify(files);
  const others = readAgreedContents(memory).filter((one) => JSON.stringify(one) !== text);
  const contents = [...others, files].slice(-mostContents);
  let count = contents.reduce((sum, one) => sum + one.length, 0);
  while (contents.length > 1 && count > mostFiles) count -= contents.shift()?.length ?? 0;
  await memory.write("workspace", name, contents);
}
