import type * as z from "zod";
import { createYamlProblem, type YamlDocument, type YamlPath, type YamlProblem } from "../text/yamlDocument.ts";
import { describeCaseIssues } from "./describeCaseIssues.ts";

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
