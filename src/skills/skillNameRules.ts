import * as l10n from "@vscode/l10n";
import { countCharacters } from "../text/countCharacters.ts";

/** The rules of the reference validator: https://agentskills.io/specification#name-field */
export const maxSkillNameLength = 64;
export const maxDescriptionLength = 1024;
export const maxCompatibilityLength = 500;

/** Trims what Python treats as spaces and applies NFKC, as the reference validator does before it compares names. */
export function normalizeSkillName(name: string): string {
  return trimSpaces(name).normalize("NFKC");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts them as spaces.
const space = /[\t-\r\u001c- \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function isBlankText(text: string): boolean {
  return trimSpaces(text) === "";
}

function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export interface SkillNameProblem {
  readonly code: "name-length" | "name-case" | "name-hyphens" | "name-characters";
  readonly message: string;
}

/** Finds the problems of a name that is not blank. */
export function findNameProblems(text: string): SkillNameProblem[] {
  const name = normalizeSkillName(text);
  const length = countCharacters(name);
  const problems: (SkillNameProblem | false)[] = [
    length > maxSkillNameLength && {
      code: "name-length",
      message: l10n.t`The name has ${length} characters; ${maxSkillNameLength} are allowed.`,
    },
    name !== name.toLowerCase() && { code: "name-case", message: l10n.t("The name must be in lower case.") },
    /^-|-$|--/.test(name) && {
      code: "name-hyphens",
      message: l10n.t("The name must not begin or end with a hyphen, or contain two in a row."),
    },
    /[^\p{L}\p{N}-]/u.test(name) && {
      code: "name-characters",
      message: l10n.t("The name may contain only lower-case letters, digits and hyphens."),
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** Returns the most similar valid name; undefined if no usable character is left. */
export function suggestSkillName(text: string): string | undefined {
  const words = normalizeSkillName(text)
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "-")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const name = [...words].slice(0, maxSkillNameLength).join("").replaceAll(/^-|-$/g, "");
  return name !== "" && findNameProblems(name).length === 0 ? name : undefined;
}
