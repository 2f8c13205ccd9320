import type { Asking } from "./asking.ts";
import { type ReadPage, readList } from "./readAnswer.ts";
import type { Got } from "./sent.ts";
import { subjectOf } from "./subjects.ts";

/** The list in an answer, where there is one; no content is an empty one. */
export function listIn(of: Asking, got: Pick<Got, "json" | "text" | "headers" | "status">): ReadPage | undefined {
  const subject = subjectOf(of.name);
  const json = got.status === 204 ? [] : got.json;
  const page = subject && readList(of.dialect.knowledge, of.name, subject, { json, headers: got.headers });
  of.told.shown = page?.shown;
  return page;
}
