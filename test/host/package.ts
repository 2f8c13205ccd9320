// `npm run package`: builds, and writes dist/fairlead.vsix, its bill of materials dist/fairlead.cdx.json, and dist/fairlead-cli.tgz.
import { join } from "node:path";
import { packageCli } from "../support/cli/packageCli.ts";
import { root } from "./prepare/paths.mjs";
import { build } from "./run.ts";
import { writeSbom } from "./sbom.ts";
import { packageExtension } from "./vsix.ts";

await build();
const cli = join(root, "dist", "fairlead-cli.tgz");
await packageCli(join(root, "dist"), cli);
process.stdout.write(`${await packageExtension()}\n${writeSbom()}\n${cli}\n`);
