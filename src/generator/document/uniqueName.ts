/**
 * Adds the first number to a name with which it is not taken. The result has at most `longest` characters. `numbers` stores the last number
 * of each name, so that the search continues there.
 */
export function createUniqueName(
  preferred: string,
  isTaken: (name: string) => boolean,
  longest = Number.POSITIVE_INFINITY,
  numbers = new Map<string, number>(),
): string {
  const first = preferred.slice(0, longest);
  let name = first;
  for (let number = (numbers.get(first) ?? 1) + 1; isTaken(name); number += 1) {
    numbers.set(first, number);
    const suffix = `_${number}`;
    name = `${preferred.slice(0, longest - suffix.length)}${suffix}`;
  }
  return name;
}
