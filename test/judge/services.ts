import { parseArgs } from "node:util";
import { createFigures, formatServiceVerdict, isAcceptable } from "./services/figures.ts";
import { judgeService, type ServiceVerdict } from "./services/judgeService.ts";
import { openServiceFolder } from "./services/serviceFolder.ts";

/**
 * `npm run judge:services -- DIR [--only a,b] [--verbose]`: connects to each service of a folder as a user does who knows its API.
 * The judge compares what the views show with what the service says is true, and the effects of changes with what the
 * client reports. The folder has an `index.mjs` with `serviceNames` and `startService`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, verbose: { type: "boolean", default: false } },
});
const [folderPath] = positionals;
if (folderPath === undefined) {
  process.stderr.write("Say which folder: npm run judge:services -- DIR [--only a,b] [--verbose]\n");
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = await openServiceFolder(folderPath);
const only = values.only?.split(",");
const names = folder.names.filter((name) => only?.includes(name) ?? true);
// The services wait most of the time, so several are judged at once.
const atOnce = 4;
const verdicts: ServiceVerdict[] = [];
for (let at = 0; at < names.length; at += atOnce) {
  const judged = names.slice(at, at + atOnce).map((name) => judgeService(folder, name, { withTraffic: true }));
  verdicts.push(...(await Promise.all(judged)));
}
for (const verdict of verdicts) for (const line of formatServiceVerdict(verdict, values.verbose)) print(line);
const figures = createFigures(verdicts);
print(JSON.stringify(figures));
process.exit(names.length > 0 && isAcceptable(figures) ? 0 : 1);
