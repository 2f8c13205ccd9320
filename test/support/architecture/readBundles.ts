import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { root } from "../../host/prepare/paths.mjs";
import { builtFolder, bundleNames } from "../testBuild.ts";

const metafile = z.object({
  inputs: z.record(z.string(), z.object({})),
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.int(),
      inputs: z.record(z.string(), z.object({})),
      imports: z.array(z.object({ path: z.string() })),
    }),
  ),
});

/** Reads what esbuild says of all bundles. Their names are relative to their folder. */
export async function readBundles(): Promise<z.output<typeof metafile>> {
  const folder = await builtFolder(...bundleNames);
  const metafiles = globSync("{,*.}meta.json", { cwd: folder }).map((name) => {
    const text = readFileSync(join(folder, name), "utf8").replaceAll(
      `"${relative(root, folder).replaceAll("\\", "/")}/`,
      '"',
    );
    return metafile.parse(JSON.parse(text));
  });
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}
