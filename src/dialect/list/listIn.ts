import type { Asking, Got, ReadPage } from "../dialect.ts";
import { subjectOf } from "../language/subjects.ts";
import { readList } from "../read/readAnswer.ts";

/** The list in an answer, where there is one; no content is an empty one. */
export function listIn(of: Asking, got: Pick<Got, "json" | "text" | "headers" | "status">): ReadPage | undefined {
  const subject = subjectOf(of.name);
  const json = got.status === 204 ? [] : got.json;
  const page = subject && readList(of.dialect.knowledge, of.name, subject, { json, headers: got.headers });
  of.told.shown = page?.shown;
  return page;
}
