// The suite in a VS Code: in ours, or with `--desktop` in one of the manifest's engine, which @vscode/test-electron downloads.
import { join } from "node:path";
import { reportResults } from "./results.ts";
import { build } from "./run.ts";
import { runVscodeSuite } from "./vscodeSuite.ts";

await build();
const isDesktop = process.argv.includes("--desktop");
reportResults(await runVscodeSuite(isDesktop ? undefined : join(import.meta.dirname, "code.ts")));
