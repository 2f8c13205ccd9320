// `npm run check`: all static checks of the code, in seconds. Also the first layer of `npm test`.
// `npm run typecheck` and `npm run lint` run one group of it by name.
import { check } from "./checks.ts";
import { reportResults } from "./results.ts";

reportResults(await check(process.argv[2]));
