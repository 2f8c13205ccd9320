import type * as z from "zod";
import { type CasePath, type CaseProblem, type CaseText, problemOf } from "../text/yamlDocument.ts";
import { caseIssues } from "./describeCaseIssues.ts";

export interface CaseItem<T> {
  readonly value: T;
  /** Where it begins. */
  readonly line: number;
}

/** The entries of the list at a path that are as the schema says, and what is wrong with the others. */
export function readItems<T>(text: CaseText, path: CasePath, list: unknown, schema: z.ZodType<T>) {
  const items: CaseItem<T>[] = [];
  const problems: CaseProblem[] = [];
  if (!Array.isArray(list)) return { items, problems: [problemOf(text, path, "There should be a list here.")] };
  for (const [index, entry] of list.entries()) {
    const at = [...path, index];
    const read = schema.safeParse(entry);
    if (read.success) items.push({ value: read.data, line: text.lines.line(text.spanAt(at)[0]) });
    else problems.push(...caseIssues(text, at, read.error.issues, entry));
  }
  return { items, problems };
}
