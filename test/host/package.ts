// `npm run package`: builds, and writes dist/fairlead.vsix and its bill of materials, dist/fairlead.cdx.json.
import { build } from "./run.ts";
import { writeSbom } from "./sbom.ts";
import { packageExtension } from "./vsix.ts";

await build();
process.stdout.write(`${await packageExtension()}\n${writeSbom()}\n`);
