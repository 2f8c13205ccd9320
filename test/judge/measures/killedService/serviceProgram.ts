import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../../../..");

export interface ServiceProgram {
  readonly file: string;
  remove(): void;
}

/** The service as it is shipped, in a folder of its own: it starts in a fraction of what its sources take. */
export async function bundleService(): Promise<ServiceProgram> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-program-"));
  const outdir = join(folder, "dist");
  mkdirSync(outdir);
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  const require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  await build({
    entryPoints: {
      service: join(root, "src/service/main.ts"),
      generateWorker: join(root, "src/service/generateWorker.ts"),
    },
    ...{ outdir, outExtension: { ".js": ".mjs" }, banner: { js: require } },
    ...{ bundle: true, splitting: true, minify: true, platform: "node", format: "esm", target: "node24" },
    logLevel: "error",
  });
  return { file: join(outdir, "service.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
