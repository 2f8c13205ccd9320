// `npm run test:e2e`: packages the extension and drives it in a clean VS Code, with the long tests too.
import { reportResults } from "./results.ts";
import { build } from "./run.ts";
import { runVitest } from "./vitestRun.ts";
import { packageExtension } from "./vsix.ts";

await build();
await packageExtension();
reportResults(await runVitest(["test/e2e"], { isLong: true }));
