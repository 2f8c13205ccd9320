import type * as z from "zod";
import {
  createYamlProblem,
  type YamlDocument,
  type YamlPath,
  type YamlProblem,
} from "../text/position/yamlDocument.ts";

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};

/** What a schema found wrong with an entry, in words and at its place; `path` is the entry's. */
function describeCaseIssues(
  text: YamlDocument,
  path: YamlPath,
  issues: readonly Issue[],
  entry: unknown,
): YamlProblem[] {
  return issues.flatMap((issue): YamlProblem[] => {
    const inner = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
    const at = [...path, ...inner];
    const value = valueAt(entry, inner);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        ...text.lines.range(text.keySpanAt(at, key)),
        message: `"${key}" is not known here.`,
      }));
    }
    if (issue.code === "invalid_key") {
      const message = issue.issues[0]?.message ?? issue.message;
      return [{ ...text.lines.range(text.keySpanAt(at.slice(0, -1), String(at.at(-1)))), message }];
    }
    if (issue.code === "invalid_union") {
      const nearest = nearestBranch(issue.errors);
      if (nearest.some((one) => one.path.length > 0 || one.code === "unrecognized_keys"))
        return describeCaseIssues(text, at, nearest, value);
      const expected = [...new Set(issue.errors.flatMap((branch) => branch.flatMap((one) => expectedBy(one) ?? [])))];
      return [createYamlProblem(text, at, kindMessage(inner, value, expected.join(" or ")))];
    }
    const expected = expectedBy(issue);
    return [
      createYamlProblem(
        text,
        at,
        expected === undefined ? sentence(inner, issue.message) : kindMessage(inner, value, expected),
      ),
    ];
  });
}

/** The branch that got furthest is what was meant. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (branch: readonly Issue[]) =>
    Math.max(...branch.map((issue) => issue.path.length + (issue.code === "unrecognized_keys" ? 1 : 0)));
  return branches.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
}

function expectedBy(issue: Issue): string | undefined {
  return issue.code === "invalid_type" ? (kinds[issue.expected] ?? issue.expected) : undefined;
}

function kindMessage(path: YamlPath, value: unknown, expected: string): string {
  const name = path.join(".");
  if (value === undefined) return `"${name}" is missing.`;
  return name === "" ? `This should be ${expected}.` : `"${name}" should be ${expected}.`;
}

function sentence(path: YamlPath, message: string): string {
  return path.length === 0 ? message : `"${path.join(".")}": ${message}`;
}

function valueAt(value: unknown, path: YamlPath): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
  }
  return found;
}

export interface CaseItem<T> {
  readonly value: T;
  /** Where it begins. */
  readonly line: number;
}

/** The entries of the list at a path that are as the schema says, and what is wrong with the others. */
export function readCaseItems<T>(text: YamlDocument, path: YamlPath, list: unknown, schema: z.ZodType<T>) {
  const items: CaseItem<T>[] = [];
  const problems: YamlProblem[] = [];
  if (!Array.isArray(list)) return { items, problems: [createYamlProblem(text, path, "There should be a list here.")] };
  for (const [index, entry] of list.entries()) {
    const at = [...path, index];
    const read = schema.safeParse(entry);
    if (read.success) items.push({ value: read.data, line: text.lines.line(text.spanAt(at)[0]) });
    else problems.push(...describeCaseIssues(text, at, read.error.issues, entry));
  }
  return { items, problems };
}
