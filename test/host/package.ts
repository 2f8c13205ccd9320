// `npm run package`: builds, and writes dist/fairlead.vsix, its bill of materials dist/fairlead.cdx.json, and dist/fairlead-cli.tgz.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packFiles } from "../../src/service/storage/packFiles.ts";
import { root } from "./prepare/paths.mjs";
import { build } from "./run.ts";
import { writeSbom } from "./sbom.ts";
import { packageExtension } from "./vsix.ts";

/** Packs the command line, with the programs that it starts, as an npm package and returns the file. */
async function packageCli(): Promise<string> {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bin = { fairlead: "dist/fairlead.mjs" };
  const manifest = { name, version, license, type: "module", bin, engines: { node: ">=20" } };
  const programs = globSync("dist/{fairlead,service,generateWorker,runtime,chunk-*}.mjs", { cwd: root }).sort();
  const files = ["LICENSE", ...programs].map((path) => ({
    path: `package/${path.replaceAll("\\", "/")}`,
    content: readFileSync(join(root, path)),
  }));
  const packageFile = { path: "package/package.json", content: Buffer.from(JSON.stringify(manifest, null, 2)) };
  const target = join(root, "dist", "fairlead-cli.tgz");
  writeFileSync(target, await packFiles([packageFile, ...files]));
  return target;
}

await build();
process.stdout.write(`${await packageExtension()}\n${writeSbom()}\n${await packageCli()}\n`);
