import { parseArgs } from "node:util";
import { startServedService } from "../support/service/servedService.ts";
import { formatVerdict, judgeRepository, type RepositoryVerdict } from "./skillSources/judgeRepository.ts";

/**
 * `npm run judge:skill-sources -- owner/name=REPOSITORY[@OLDER] ... [--most N]`: adds the skills of each repository at an older commit
 * through the commands, in a temporary workspace and home folder, updates them to the newest commit, and removes them. At each step it
 * compares all bytes with `git show` and both lock files with what Git says. REPOSITORY is a path or an address of a Git repository,
 * OLDER a commit; by default the one before the last third of the history.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: "string", default: "60" } },
});
const orders = positionals.map((text) => /^([\w.-]+\/[\w.-]+)=(.+?)(?:@([0-9a-f]{7,40}))?$/.exec(text));
if (orders.length === 0 || orders.includes(null)) {
  process.stderr.write(
    "Say which repositories: npm run judge:skill-sources -- owner/name=PATH-OR-ADDRESS[@OLDER] ...\n",
  );
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const served = await startServedService();
const verdicts: RepositoryVerdict[] = [];
for (const [, name = "", repository = "", older] of orders.flatMap((order) => (order ? [order] : []))) {
  const verdict = await judgeRepository(served, { name, repository, older, most: Number(values.most) });
  verdicts.push(verdict);
  for (const line of formatVerdict(verdict)) print(line);
}
await served.close();
const sum = (count: (verdict: RepositoryVerdict) => number) => verdicts.reduce((total, one) => total + count(one), 0);
print(
  JSON.stringify({
    repositories: verdicts.length,
    added: sum(({ added }) => added),
    sameName: sum(({ sameName }) => sameName),
    updated: sum(({ updated }) => updated),
    unchanged: sum(({ unchanged }) => unchanged),
    gone: sum(({ gone }) => gone),
    removed: sum(({ removed }) => removed),
    comparedFiles: sum(({ comparedFiles }) => comparedFiles),
    comparedBytes: sum(({ comparedBytes }) => comparedBytes),
    problems: sum(({ problems }) => problems.length),
  }),
);
process.exit(sum(({ problems }) => problems.length) === 0 ? 0 : 1);
