import { join } from "node:path";
import { build } from "./run.ts";
import { runVscodeSuite } from "./vscodeSuite.ts";

await build();
const { passed, failed } = await runVscodeSuite(join(import.meta.dirname, "code.ts"));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0 || passed === 0) process.exitCode = 1;
