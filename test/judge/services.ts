import { readFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type DialectProfile, dialectProfileSchema } from "../../src/contract/dialectProfile.ts";
import { createFigures, formatServiceVerdict, isAcceptable } from "./services/figures.ts";
import { judgeService, type ServiceVerdict } from "./services/judgeService.ts";
import { openServiceFolder } from "./services/serviceFolder.ts";

/**
 * `npm run judge:services -- DIR [--only a,b] [--answers none|user] [--profile FILE] [--verbose]`: connects to each service of a folder as a user does who knows its API.
 * With `--answers user` it then answers the page *Service Profile* from the truth; with `--profile` it uses a profile that was written by
 * hand.
 * The judge compares what the views show with what the service says is true, and the effects of changes with what the
 * client reports. The folder has an `index.mjs` with `serviceNames` and `startService`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    answers: { type: "string", default: "user" },
    profile: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
const [folderPath] = positionals;
if (folderPath === undefined) {
  process.stderr.write(
    "Say which folder: npm run judge:services -- DIR [--only a,b] [--answers none|user] [--profile FILE] [--verbose]\n",
  );
  process.exit(2);
}
const answers = values.answers === "none" ? "none" : "user";
const profile = values.profile === undefined ? undefined : await readProfile(values.profile);
const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = await openServiceFolder(folderPath);
const only = values.only?.split(",");
const names = folder.names.filter((name) => only?.includes(name) ?? true);
// The services wait most of the time, so several are judged at once, unless the machine has other work: then calls miss their deadlines.
const atOnce = (loadavg()[0] ?? 0) > availableParallelism() ? 1 : 4;
const verdicts: ServiceVerdict[] = [];
for (let at = 0; at < names.length; at += atOnce) {
  const judged = names
    .slice(at, at + atOnce)
    .map((name) => judgeService(folder, name, { withTraffic: true, answers, profile }));
  verdicts.push(...(await Promise.all(judged)));
}
for (const verdict of verdicts) for (const line of formatServiceVerdict(verdict, values.verbose)) print(line);
const figures = createFigures(verdicts);
print(JSON.stringify(figures));
process.exit(names.length > 0 && isAcceptable(figures) ? 0 : 1);

/** A profile that somebody wrote by hand. */
async function readProfile(file: string): Promise<DialectProfile> {
  return dialectProfileSchema.parse(JSON.parse(await readFile(file, "utf8")));
}
