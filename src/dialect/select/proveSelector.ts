import { ApiError } from "../../client/errors.ts";
import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { asking, request } from "../asking.ts";
import type { Asking, Selecting } from "../dialect.ts";
import { ownerOf, readersOf } from "../language/owners.ts";
import { subjectOf } from "../language/subjects.ts";
import { readAnyPage } from "../list/lists.ts";
import { unclear } from "../send/dialectError.ts";
import { readOne } from "./oneOf.ts";
import { isIdBorrowed, provedAlone } from "./provedAlone.ts";
import { namingValue, rememberNamed } from "./selecting.ts";
import { mayBeOwnSelector } from "./selectingNames.ts";
import { customarySelector, toldSelector } from "./selectors.ts";

/**
 * How a change names the one that it is for: as the profile says, as reading another operation of the same resource proved, or as the
 * service itself asked. Never guessed: a change of the wrong one cannot be taken back.
 */
export async function provenSelector(of: Asking, id: string): Promise<Selecting> {
  const { knowledge } = of.dialect;
  const owner = ownerOf(of.name) ?? "";
  const own = knowledge.of(of.name).select;
  if (own) return selectionOf(of, owner, id, own);
  const readers = readersOf(owner);
  const known = readers.map((reader) => knowledge.of(reader).select).find((select) => select !== undefined);
  if (known) return selectionOf(of, owner, id, known);
  for (const reader of readers) {
    const select = await learned(of, reader, id);
    if (select) return selectionOf(of, owner, id, select);
  }
  const asked = await askedFor(of, owner, readers);
  if (asked) return selectionOf(of, owner, id, asked);
  // Keys cannot be read one by one, so that no reading could ever show it: the service's own custom does, where it has one.
  const custom = readers.length === 0 ? customarySelector(knowledge.profile(), owner) : undefined;
  if (custom) return selectionOf(of, owner, id, custom);
  throw unclear(
    of,
    `nothing shows how the service wants one ${owner} to be named, and a guess could change another one. Set "select" of ${of.name}`,
  );
}

/** A way to name the one, with the value that names it. */
export async function selectionOf(of: Asking, owner: string, id: string, by: SelectorProfile): Promise<Selecting> {
  const isChange = operationTable[of.name].method !== "GET";
  const field = by.value ?? "id";
  if (isChange && (field !== "id" || isIdBorrowed(of, owner))) await provedAlone(of, owner, id, field);
  const value = await namingValue(of, owner, id, by);
  if (value !== undefined) return { by, value };
  throw unclear(of, `the ${owner} has no ${by.value ?? "id"}, by which the service wants it to be named`);
}

/** Reads what belongs to the one, which shows how it is selected. */
async function learned(of: Asking, reader: OperationName, id: string): Promise<SelectorProfile | undefined> {
  const reading = asking(of, reader, { id });
  try {
    await (subjectOf(reader)?.kind === "list" ? readAnyPage(reading) : readOne(reading));
  } catch (error) {
    // What cannot be read shows nothing; whoever gave up, or may not ask now, is told.
    if (!(error instanceof ApiError) || ["AbortedError", "RateLimitedError", "UnauthorizedError"].includes(error.name))
      throw error;
  }
  return of.dialect.knowledge.of(reader).select;
}

/** What the service asks for where a read names nothing. */
async function askedFor(
  of: Asking,
  owner: string,
  readers: readonly OperationName[],
): Promise<SelectorProfile | undefined> {
  const { named: told, seen } = of.dialect;
  for (const reader of readers) {
    if (told.get(owner)?.size) break;
    const got = await request(asking(of, reader, {}), {});
    const status = got.refusal?.status;
    if (status === 400 || status === 422) rememberNamed(asking(of, reader, {}), got, undefined);
  }
  const first = [...(told.get(owner) ?? [])].find(([name]) => mayBeOwnSelector(name, owner));
  const item: UnknownRecord | undefined = seen.find(owner, String(of.input.id))?.given;
  return first && toldSelector(first[1], first[0], owner, item);
}
