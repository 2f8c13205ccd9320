// The same suite in the desktop VS Code of the manifest's engine, which @vscode/test-electron downloads.
import { build } from "./run.ts";
import { runVscodeSuite } from "./vscodeSuite.ts";

await build();
const { passed, failed } = await runVscodeSuite();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0 || passed === 0) process.exitCode = 1;
