import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/** Bundles a version of the protocol's reference server (2026.8.31) into one file. */
export async function bundleEverythingServer(transport: "streamableHttp" | "stdio"): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const { outputFiles } = await build({
    entryPoints: [join(dirname(main), `dist/transports/${transport}.js`)],
    ...{ bundle: true, write: false, platform: "node", format: "esm", target: "node24", logLevel: "error" },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outputFiles?.[0]?.text ?? "";
}
