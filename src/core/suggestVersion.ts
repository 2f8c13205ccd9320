const shape = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;
const first = "0.1.0";

/** Why a text cannot be the number of the next version; undefined where it can. */
export function versionProblem(text: string, taken: readonly string[]): string | undefined {
  if (!shape.test(text)) return "Enter three numbers such as 1.2.0.";
  return taken.includes(text) ? `${text} is published already, and a version never changes.` : undefined;
}

/** What the files themselves say, where that is new; else the next patch. `published`: newest first. */
export function suggestVersion(published: readonly string[], declared: unknown): string {
  const [latest] = published;
  if (typeof declared === "string" && shape.test(declared) && !published.includes(declared)) {
    if (latest === undefined || isNewer(declared, latest)) return declared;
  }
  const match = shape.exec(latest ?? "");
  if (!match) return published.includes(first) ? suggestVersion([first, ...published], undefined) : first;
  const [, major, minor, patch, prerelease] = match;
  for (let number = Number(patch) + (prerelease === undefined ? 1 : 0); ; number += 1) {
    const version = `${major}.${minor}.${number}`;
    if (!published.includes(version)) return version;
  }
}

function isNewer(one: string, other: string): boolean {
  const [numbers, others] = [numbersOf(one), numbersOf(other)];
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return at >= 0 && (numbers[at] ?? 0) > (others[at] ?? 0);
}

/** A pre-release comes before its release. */
function numbersOf(version: string): readonly number[] {
  const [, major, minor, patch, prerelease] = shape.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch), prerelease === undefined ? 1 : 0];
}
