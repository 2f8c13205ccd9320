/** The rules for a name, as the reference validator has them: https://agentskills.io/specification#name-field */
export const longestName = 64;
export const longestDescription = 1024;
export const longestCompatibility = 500;

/** Without the spaces Python takes for such, in the form in which names are compared. */
export function normalName(name: string): string {
  return withoutSpaces(name).normalize("NFKC");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts them as spaces.
const space = /[\t-\r\u001c- \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function isBlank(text: string): boolean {
  return withoutSpaces(text) === "";
}

function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Characters, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export interface NameProblem {
  readonly code: "name-length" | "name-case" | "name-hyphens" | "name-characters";
  readonly message: string;
}

/** What is wrong with a name that is not blank. */
export function nameProblems(said: string): NameProblem[] {
  const name = normalName(said);
  const length = lengthOf(name);
  const problems: (NameProblem | false)[] = [
    length > longestName && {
      code: "name-length",
      message: `The name has ${length} characters; ${longestName} are allowed.`,
    },
    name !== name.toLowerCase() && { code: "name-case", message: "The name must be in lower case." },
    /^-|-$|--/.test(name) && {
      code: "name-hyphens",
      message: "The name must not begin or end with a hyphen, nor hold two in a row.",
    },
    /[^\p{L}\p{N}-]/u.test(name) && {
      code: "name-characters",
      message: "The name may hold lower-case letters, digits and hyphens only.",
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** The nearest name that is allowed; undefined where nothing is left. */
export function allowedName(said: string): string | undefined {
  const words = normalName(said)
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "-")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const name = [...words].slice(0, longestName).join("").replaceAll(/^-|-$/g, "");
  return name !== "" && nameProblems(name).length === 0 ? name : undefined;
}
