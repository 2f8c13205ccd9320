// `npm run check`: all static checks of the code, in seconds. Also the first layer of `npm test`.
// `npm run typecheck` and `npm run lint` run one group of it by name.
import { check } from "./checks.ts";

const { passed, failed } = await check(process.argv[2]);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
