import { createTinyServerFiles, type TinyVariant } from "./tinyServer.ts";

/** Creates the folder of a tiny server of a variant; `more` are further files. */
export function createTinyFolder(
  variant: TinyVariant,
  label: string = variant,
  more: Readonly<Record<string, string>> = {},
): Map<string, Uint8Array> {
  const files = createTinyServerFiles(variant, label).map(({ path, content }) => [path, content] as const);
  return new Map([...files, ...Object.entries(more)].map(([path, content]) => [path, Buffer.from(content)]));
}
