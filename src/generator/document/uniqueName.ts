/** Adds the first number to a name with which it is not taken. The result has at most `longest` characters. */
export function createUniqueName(
  preferred: string,
  isTaken: (name: string) => boolean,
  longest = Number.POSITIVE_INFINITY,
): string {
  let name = preferred.slice(0, longest);
  for (let number = 2; isTaken(name); number += 1) {
    const suffix = `_${number}`;
    name = `${preferred.slice(0, longest - suffix.length)}${suffix}`;
  }
  return name;
}
