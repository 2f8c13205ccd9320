// `npm run check`: all that can be said about the code without running it, in seconds. Also the first layer of `npm test`.
import { check } from "./checks.ts";

const { passed, failed } = await check();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
