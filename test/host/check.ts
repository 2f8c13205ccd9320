// `npm run check`: all static checks of the code, in seconds. Also the first layer of `npm test`.
import { check } from "./checks.ts";

const { passed, failed } = await check();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
