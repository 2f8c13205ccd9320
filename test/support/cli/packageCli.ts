import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packFiles } from "../../../src/service/storage/packFiles.ts";
import { root } from "../../host/prepare/paths.mjs";

/** Packs the command line of a folder of bundles, with the programs that it starts, as an npm package. */
export async function packageCli(folder: string, target: string): Promise<void> {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bin = { fairlead: "dist/fairlead.mjs" };
  const manifest = { name, version, license, type: "module", bin, engines: { node: ">=20" } };
  const programs = globSync("{fairlead,service,generateWorker,runtime,chunk-*}.mjs", { cwd: folder }).sort();
  const files = [
    { path: "package/package.json", content: Buffer.from(JSON.stringify(manifest, null, 2)) },
    { path: "package/LICENSE", content: readFileSync(join(root, "LICENSE")) },
    ...programs.map((program) => ({
      path: `package/dist/${program}`,
      content: readFileSync(join(folder, program)),
    })),
  ];
  writeFileSync(target, await packFiles(files));
}
