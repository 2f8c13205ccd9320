// `npm run check`: all that can be said about the code without running it, in seconds. Also the first layer of `npm test`.
// `npm run typecheck` and `npm run lint` are parts of it, by the name that is given here.
import { check } from "./checks.ts";

const { passed, failed } = await check(process.argv[2]);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
