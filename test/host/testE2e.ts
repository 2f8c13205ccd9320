// `npm run test:e2e`: packages the extension and drives it in a clean VS Code, with the long tests too.
import { build } from "./run.ts";
import { runVitest } from "./vitestRun.ts";
import { packageExtension } from "./vsix.ts";

await build();
await packageExtension();
const { passed, failed } = await runVitest(["test/e2e"], { isLong: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0 || passed === 0) process.exitCode = 1;
