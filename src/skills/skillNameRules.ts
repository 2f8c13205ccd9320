/** The rules for a name, as the reference validator has them: https://agentskills.io/specification#name-field */
export const maxSkillNameLength = 64;
export const maxDescriptionLength = 1024;
export const maxCompatibilityLength = 500;

/** Without the spaces Python takes for such, in the form in which names are compared. */
export function normalizeSkillName(name: string): string {
  return withoutSpaces(name).normalize("NFKC");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts them as spaces.
const space = /[\t-\r\u001c- \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function isBlankText(text: string): boolean {
  return withoutSpaces(text) === "";
}

function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Characters, not UTF-16 units. */
export function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export interface SkillNameProblem {
  readonly code: "name-length" | "name-case" | "name-hyphens" | "name-characters";
  readonly message: string;
}

/** What is wrong with a name that is not blank. */
export function findNameProblems(said: string): SkillNameProblem[] {
  const name = normalizeSkillName(said);
  const length = countCharacters(name);
  const problems: (SkillNameProblem | false)[] = [
    length > maxSkillNameLength && {
      code: "name-length",
      message: `The name has ${length} characters; ${maxSkillNameLength} are allowed.`,
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
export function suggestSkillName(said: string): string | undefined {
  const words = normalizeSkillName(said)
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "-")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const name = [...words].slice(0, maxSkillNameLength).join("").replaceAll(/^-|-$/g, "");
  return name !== "" && findNameProblems(name).length === 0 ? name : undefined;
}
