import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import {
  createYamlProblem,
  readYamlDocument,
  type YamlDocument,
  type YamlPath,
  type YamlProblem,
} from "../text/position/yamlDocument.ts";
import { isRecord } from "../text/record.ts";

type Issue = z.core.$ZodIssue;

/** More are of no use, and the place of each is looked for. */
const mostProblems = 100;

const typeNames: Readonly<Record<string, string>> = {
  string: l10n.t("a text"),
  number: l10n.t("a number"),
  int: l10n.t("a whole number"),
  boolean: l10n.t("true or false"),
  array: l10n.t("a list"),
  object: l10n.t("a map"),
  record: l10n.t("a map"),
};

/** Converts schema issues of an entry to problems with messages and positions; `itemPath` is the entry's path. */
function describeCaseIssues(
  text: YamlDocument,
  itemPath: YamlPath,
  issues: readonly Issue[],
  entry: unknown,
): YamlProblem[] {
  return issues.slice(0, mostProblems).flatMap((issue): YamlProblem[] => {
    const issuePath = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
    const path = [...itemPath, ...issuePath];
    const value = getValue(entry, issuePath);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, mostProblems).map((key) => ({
        ...text.lines.range(text.findKeySpanAt(path, key)),
        message: l10n.t`"${key}" is not allowed here.`,
      }));
    }
    if (issue.code === "invalid_key") {
      const message = issue.issues[0]?.message ?? issue.message;
      return [{ ...text.lines.range(text.findKeySpanAt(path.slice(0, -1), String(path.at(-1)))), message }];
    }
    if (issue.code === "invalid_union") {
      const nearest = findNearestBranch(issue.errors);
      if (nearest.some((one) => one.path.length > 0 || one.code === "unrecognized_keys"))
        return describeCaseIssues(text, path, nearest, value);
      const expected = [
        ...new Set(issue.errors.flatMap((branch) => branch.flatMap((one) => getExpectedType(one) ?? []))),
      ];
      return [createYamlProblem(text, path, formatTypeProblem(issuePath, value, expected.join(l10n.t(" or "))))];
    }
    const expected = getExpectedType(issue);
    return [
      createYamlProblem(
        text,
        path,
        expected === undefined
          ? formatIssueMessage(issuePath, issue.message)
          : formatTypeProblem(issuePath, value, expected),
      ),
    ];
  });
}

/** The branch that matched the deepest is most likely the intended one. */
function findNearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (branch: readonly Issue[]) =>
    Math.max(...branch.map((issue) => issue.path.length + (issue.code === "unrecognized_keys" ? 1 : 0)));
  return branches.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
}

function getExpectedType(issue: Issue): string | undefined {
  return issue.code === "invalid_type" ? (typeNames[issue.expected] ?? issue.expected) : undefined;
}

function formatTypeProblem(path: YamlPath, value: unknown, expected: string): string {
  const name = path.join(".");
  if (value === undefined) return l10n.t`"${name}" is missing.`;
  return name === "" ? l10n.t`This should be ${expected}.` : l10n.t`"${name}" should be ${expected}.`;
}

function formatIssueMessage(path: YamlPath, message: string): string {
  return path.length === 0 ? message : `"${path.join(".")}": ${message}`;
}

function getValue(value: unknown, path: YamlPath): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
  }
  return found;
}

interface CaseItems<T> {
  readonly items: readonly {
    readonly value: T;
    /** The first line of the entry. */
    readonly line: number;
  }[];
  readonly problems: readonly YamlProblem[];
}

interface CaseList {
  /** The key of the list. A file may be the list itself. */
  readonly key: string;
  /** A map without the key lacks it, and is not another kind of file. */
  readonly needsKey?: true;
  /** The problem of a file that holds no list. */
  readonly otherwise: string;
  readonly exactNumbers?: true;
}

/** Reads the valid cases of a file, and reports the problems of the others. JSON files are parsed as YAML. */
export function readCaseItems<T>(content: string, schema: z.ZodType<T>, list: CaseList): CaseItems<T> {
  const { key, needsKey = false, otherwise } = list;
  const text = readYamlDocument(content, list);
  const { value, problems } = text;
  if (problems.length > 0) return { items: [], problems };
  if (isRecord(value) && (needsKey || key in value)) return readItems(text, [key], value[key], schema);
  if (Array.isArray(value)) return readItems(text, [], value, schema);
  return { items: [], problems: [createYamlProblem(text, [], otherwise)] };
}

function readItems<T>(text: YamlDocument, listPath: YamlPath, list: unknown, schema: z.ZodType<T>): CaseItems<T> {
  const items: CaseItems<T>["items"][number][] = [];
  const problems: YamlProblem[] = [];
  if (!Array.isArray(list))
    return { items, problems: [createYamlProblem(text, listPath, l10n.t("This should be a list."))] };
  for (const [index, entry] of list.entries()) {
    const path = [...listPath, index];
    const parsed = schema.safeParse(entry);
    if (parsed.success) items.push({ value: parsed.data, line: text.lines.line(text.findSpan(path)[0]) });
    else if (problems.length < mostProblems)
      problems.push(...describeCaseIssues(text, path, parsed.error.issues, entry).slice(0, mostProblems));
  }
  return { items, problems };
}
