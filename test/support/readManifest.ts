import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../host/prepare/paths.mjs";

/** Reads package.json with its English texts, as VS Code gives it to the extension. */
export function readManifest(): unknown {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const texts: unknown = JSON.parse(read("package.nls.json"));
  const textOf = (key: string) => (typeof texts === "object" && texts ? Reflect.get(texts, key) : undefined);
  return JSON.parse(read("package.json"), (_, value: unknown) => {
    const key = typeof value === "string" ? /^%(.+)%$/.exec(value)?.[1] : undefined;
    return key === undefined ? value : (textOf(key) ?? value);
  });
}
