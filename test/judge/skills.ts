import { existsSync } from "node:fs";
import { checkPortability } from "../../src/skills/checkPortability.ts";
import { isValidSkill, lintSkill } from "../../src/skills/lint/lintSkill.ts";
import { readPublicSkills, readPublicVerdicts } from "../support/skills/publicSkills.ts";

/**
 * `npm run judge:skills -- anthropics/skills FOLDER`: compares Fairlead's verdict on each skill of a public collection with that of the
 * reference validator (test/fixtures/skills/publicVerdicts.json), and counts Fairlead's other problems. The folder contains the
 * collection at the version of the verdicts.
 */
const [name = "", folder = ""] = process.argv.slice(2);
const collection = readPublicVerdicts().collections.find((one) => one.name.endsWith(`/${name}`));
if (!collection || !existsSync(folder)) {
  const names = readPublicVerdicts().collections.map((one) => `  ${one.name} at ${one.version}`);
  process.stderr.write(
    `Say which collection and where: npm run judge:skills -- anthropics/skills FOLDER\n${names.join("\n")}\n`,
  );
  process.exit(2);
}
const skills = readPublicSkills(folder);
const judged = skills.map(({ path, files, folder: ownName }) => {
  const problems = lintSkill(files, ownName);
  return { path, valid: isValidSkill(problems), problems, taken: checkPortability(files, ownName) };
});
const refused = judged.filter(({ valid }) => !valid).map(({ path }) => path);
const missing = collection.skills - skills.length;
const stricter = refused.filter((path) => !collection.invalid.includes(path));
const laxer = collection.invalid.filter((path) => !refused.includes(path));
const lines = [
  `${collection.name} at ${collection.version}: ${skills.length} skills, ${refused.length} refused`,
  ...(missing === 0 ? [] : [`  ${missing} skills of those judged are not there: is it that version?`]),
  ...stricter.map((path) => `  only we refuse ${path}`),
  ...laxer.map((path) => `  only the reference validator refuses ${path}`),
  ...tally(judged.flatMap(({ problems }) => problems.map(({ severity, code }) => `${severity} ${code}`))),
  ...tally(judged.flatMap(({ taken }) => taken.map(({ client, verdict }) => `${client} ${verdict}`))),
];
process.stdout.write(`${lines.join("\n")}\n`);
process.exit(stricter.length + laxer.length + Math.abs(missing) === 0 ? 0 : 1);

function tally(words: readonly string[]): string[] {
  const counts = Object.entries(Object.groupBy(words, (word) => word)).map(
    ([word, all = []]) => [word, all.length] as const,
  );
  return counts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, count]) => `  ${word}: ${count}`);
}
