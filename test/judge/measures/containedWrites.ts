import fc from "fast-check";
import { findPathProblems } from "../../../src/text/filePaths.ts";
import { createInMemoryService } from "../../support/service/inMemoryService.ts";
import type { Measure } from "../figure.ts";
import { dropBombs } from "./containedWrites/bombs.ts";
import { hostileLists } from "./containedWrites/hostileLists.ts";
import { createTestFolder, type TestFolder } from "./containedWrites/testFolder.ts";
import { type FileWriter, listFileWriters, refusalErrors } from "./containedWrites/writers.ts";

const seed = 2026;
const lists = { short: 200, full: 100_000 } as const;
/** Only every n-th valid list is written. */
const writtenOnce = { short: 4, full: 40 } as const;

interface Counts {
  written: number;
  refused: number;
}

/** Lists from other sources are written only inside their folder, and a rejected list writes nothing. */
export const containedWrites: Measure = {
  id: "S2",
  goal: "hostile file lists, folders and links: nothing outside the root, all checked before the first byte",
  needs: "node",
  measure: async (size) => {
    const service = createInMemoryService({ rateLimit: { burst: 1e9, perSecond: 1e9 } });
    const ground = createTestFolder();
    const counts: Counts = { written: 0, refused: 0 };
    const writers = listFileWriters(service);
    const findings: string[] = [];
    let round = 0;
    const property = fc.asyncProperty(hostileLists, async (paths) => {
      round += 1;
      // Rejections are fast, but writes wait for the disk.
      const slower = findPathProblems(paths).length === 0 ? writtenOnce[size] : 1;
      const open = Object.entries(writers).filter(([, { every }]) => round % (every * slower) === 0);
      await goThrough(Object.fromEntries(open), ground, paths, counts);
    });
    const result = await fc.check(property, { seed, numRuns: lists[size] });
    if (result.failed) findings.push(`${JSON.stringify(result.counterexample)}: ${result.errorInstance ?? "failed"}`);
    const bombs = await dropBombs(service, size);
    findings.push(...bombs.wrong);
    ground.remove();
    await service.close();
    const figure = `${round} lists by ${Object.keys(writers).length} writers (seed ${seed}): ${counts.refused} refused whole, ${counts.written} written inside, ${result.failed ? "SOME" : 0} outside; ${bombs.tried} bombs, ${bombs.wrong.length} went off`;
    return { figure, met: findings.length === 0, findings };
  },
};

/** Passes a list to every writer whose turn it is. */
async function goThrough(
  writers: Readonly<Record<string, FileWriter>>,
  ground: TestFolder,
  paths: readonly string[],
  counts: Counts,
) {
  const files = paths.map((path) => ({ path, bytes: Buffer.from(`content of ${path}`) }));
  let [outside, inside] = [ground.outside(), pictureOf(ground)];
  const refused: string[] = [];
  for (const [name, writer] of Object.entries(writers)) {
    try {
      const folder = await writer.enter(ground, files);
      counts.written += 1;
      const now = ground.inside();
      const isWhole = ({ path }: { path: string }) =>
        now.get(folder ? `${folder}/${path}` : path) === `content of ${path}`;
      if (folder !== undefined && !files.every(isWhole)) throw new Error("It is not as it came.");
    } catch (error) {
      if (!(error instanceof Error) || !refusalErrors.includes(error.name)) throw new Error(`${name}: ${error}`);
      counts.refused += 1;
      refused.push(`${name}: ${error.message}`);
      continue;
    }
    if (ground.outside() !== outside) throw new Error(`${name}: something outside was touched.`);
    if (pictureOf(ground) === inside) continue;
    ground.reset();
    [outside, inside] = [ground.outside(), pictureOf(ground)];
  }
  if (ground.outside() !== outside) throw new Error(`Something outside was touched: ${refused.join("; ")}`);
  if (pictureOf(ground) !== inside) throw new Error(`Something was written that was refused: ${refused.join("; ")}`);
}

const pictureOf = (ground: TestFolder) => JSON.stringify([...ground.inside()]);
