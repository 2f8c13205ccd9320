/** ` Did you mean "deploy"?` with the candidate that differs by the fewest letters; empty if all differ by more than a slip. */
export function findNearMatch(written: string, candidates: readonly string[]): string {
  const rated = candidates.map((candidate) => ({ candidate, distance: countEdits(written, candidate) }));
  const [nearest] = rated.sort((one, other) => one.distance - other.distance);
  if (!nearest || nearest.distance > Math.ceil(nearest.candidate.length / 3)) return "";
  return ` Did you mean "${nearest.candidate}"?`;
}

/** The letters to insert, remove and replace (Levenshtein). Two texts of a command line are short. */
function countEdits(from: string, to: string): number {
  let row = [...to, ""].map((_, index) => index);
  for (const [index, letter] of [...from.slice(0, 100)].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
