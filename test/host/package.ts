// `npm run package`: builds, and writes dist/fairlead.vsix.
import { build } from "./run.ts";
import { packageExtension } from "./vsix.ts";

await build();
process.stdout.write(`${await packageExtension()}\n`);
