import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles the client as it is shipped: one CommonJS file for Node. */
export async function bundleClient(): Promise<{ readonly file: string; readonly bytes: number; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-client-"));
  const file = join(folder, "client.js");
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../../../src/dialect/connect.ts", import.meta.url))],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    // These modules are not shipped, so requiring them fails here too.
    external: ["../web/*"],
    metafile: true,
  });
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  return { file, bytes, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
