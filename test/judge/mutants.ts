import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { runNode } from "../host/run.ts";
import { createRandom, type Random } from "../support/createRandom.ts";

/**
 * `npm run judge:mutants -- [SEED] [COUNT]`: makes one small fault in each of so many random modules of `src`, one after another, and
 * runs the tests of its room. A fault that no test notices survives. It changes the files where they stand and restores them, so
 * nothing else may use the folder meanwhile.
 */
const [seed = 1, count = 60] = process.argv.slice(2).map(Number);

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly source: string;
  readonly mutated: string;
}

/** The faults by kind: what is looked for in the code, and what takes its place. */
const faults: Readonly<Record<string, readonly [pattern: RegExp, replacement: string]>> = {
  "=== becomes !==": [/ === /g, " !== "],
  "!== becomes ===": [/ !== /g, " === "],
  "&& becomes ||": [/ && /g, " || "],
  "|| becomes &&": [/ \|\| /g, " && "],
  "< becomes <=": [/(?<=[\w)\]]) < (?=[\w(])/g, " <= "],
  "> becomes >=": [/(?<=[\w)\]]) > (?=[\w(])/g, " >= "],
  "+ 1 becomes + 0": [/ \+ 1\b(?!\.)/g, " + 0"],
  "- 1 becomes - 0": [/ - 1\b(?!\.)/g, " - 0"],
  "if (x) becomes if (!x)": [/(?<=^ *(?:\} else )?if \()(?=[\w.]+\) )/gm, "!"],
  "if (!x) becomes if (x)": [/(?<=^ *(?:\} else )?if \()!(?=[\w.]+\) )/gm, ""],
  "an await is lost": [/(?<=^ +)await (?=[\w.#]+\()/gm, "void "],
  "true becomes false": [/\btrue\b(?=[,;)])/g, "false"],
  "false becomes true": [/\bfalse\b(?=[,;)])/g, "true"],
};

/** Where code is: comments, imports and types are blanked. */
const hideOtherText = (source: string) =>
  source.replaceAll(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|^import [\s\S]*?;$|^(?:export )?(?:interface|type) [\s\S]*?^\}?;?$/gm,
    (text) => text.replaceAll(/[^\n]/g, " "),
  );

const takeOne = <T>(list: T[], random: Random): T | undefined => list.splice(random.int(0, list.length - 1), 1)[0];

function createMutant(file: string, random: Random): Mutant | undefined {
  const source = readFileSync(join(root, file), "utf8");
  const code = hideOtherText(source);
  const places = Object.entries(faults).flatMap(([kind, [pattern, replacement]]) =>
    [...code.matchAll(pattern)].map(({ index, 0: found }) => ({ kind, replacement, index, length: found.length })),
  );
  const place = takeOne(places, random);
  if (!place) return undefined;
  const { kind, replacement, index, length } = place;
  const mutated = source.slice(0, index) + replacement + source.slice(index + length);
  return { file, kind, source, mutated, line: source.slice(0, index).split("\n").length };
}

/** The tests of a module's room, such as `extension/server`, `service/http` or `generator`; those of the contract for what it names. */
function findTests(file: string): string[] {
  const contract = /^src\/(contract|service\/handlers)\//.test(file) ? ["test/contract"] : [];
  const [, area = "", room = ""] = file.split("/");
  const folder = ["extension", "service"].includes(area) ? join(area, room) : area;
  if (existsSync(join(root, "test/unit", folder))) return [`test/unit/${folder}`, ...contract];
  return contract.length > 0 ? contract : [`test/unit/${area}`];
}

async function isKilled({ file, mutated, source }: Mutant): Promise<boolean> {
  const restore = () => writeFileSync(join(root, file), source);
  const end = () => process.exit(1);
  process.once("exit", restore).once("SIGINT", end).once("SIGTERM", end);
  writeFileSync(join(root, file), mutated);
  try {
    const { code } = await runNode([
      "node_modules/vitest/vitest.mjs",
      "run",
      ...findTests(file),
      "--bail=1",
      "--passWithNoTests",
    ]);
    return code !== 0;
  } finally {
    restore();
    process.off("exit", restore).off("SIGINT", end).off("SIGTERM", end);
  }
}

const random = createRandom(seed);
const modules = globSync("src/**/*.ts", { cwd: root }).sort();
let killed = 0;
let tried = 0;
while (tried < count && modules.length > 0) {
  const mutant = createMutant(takeOne(modules, random) ?? "", random);
  if (!mutant) continue;
  const isDead = await isKilled(mutant);
  tried += 1;
  if (isDead) killed += 1;
  process.stdout.write(`${isDead ? "killed  " : "SURVIVED"} ${mutant.file}:${mutant.line} ${mutant.kind}\n`);
}
process.stdout.write(`Seed ${seed}: ${killed} of ${tried} mutants killed\n`);
if (killed < tried * 0.9) process.exitCode = 1;
