import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import type { ProfileReading, ReadWithProfile } from "../../../../contract/profileReading.ts";
import { readServiceId } from "../../../../contract/received.ts";
import { type FieldPath, getValueAtPath } from "../../../../text/fieldPath.ts";
import { isRecord } from "../../../../text/record.ts";
import type { MappingChange, MappingProposal } from "../../../../webview/protocol/mappingPanelMessages.ts";
import type { ContractState } from "../contractStates.ts";
import { applyMappingChanges } from "./applyMappingChanges.ts";
import { formatMappedPlace, isSameJsonPlace } from "./jsonPlaces.ts";
import type { MappingField, MappingFields } from "./mappingFields.ts";
import type { ModelProposal } from "./proposeMapping.ts";

export interface CheckedAnswer {
  readonly read: ReadWithProfile;
  readonly profile: DialectProfile;
  /** What the user has chosen, which no proposal changes. */
  readonly changes: readonly MappingChange[];
  readonly operation: OperationName;
  readonly fields: MappingFields;
  readonly states: readonly ContractState[];
  readonly json: unknown;
}

type CheckedProposal = Pick<MappingProposal, "lines" | "dropped">;
type Line = MappingProposal["lines"][number];
/** A line that the answer bears out, a sentence that says why it does not, or nothing: it is read so already. */
type Verdict = Line | string | undefined;

/** Checks each line of a proposal against the recorded answer, by reading the answer with it. */
export async function checkProposal(proposal: ModelProposal, answer: CheckedAnswer): Promise<CheckedProposal> {
  const lines: Line[] = [];
  const dropped: string[] = [];
  const add = (verdict: Verdict) => {
    if (typeof verdict === "string") dropped.push(verdict.slice(0, 500).toWellFormed());
    else if (verdict) lines.push(verdict);
  };
  const { profile, operation, fields, changes } = answer;
  const readWith = (proposed: readonly MappingChange[]) =>
    answer.read(applyMappingChanges(profile, operation, fields, [...changes, ...proposed]), operation, answer.json);
  const chosen = listChosen(changes);
  if (proposal.holder && !chosen.hasHolder) add(await checkHolder(proposal.holder, answer, readWith));
  const accepted = () => lines.map(({ change }) => change);
  let reading = await readWith(accepted());
  for (const [field, place] of Object.entries(proposal.fields)) {
    if (place === null || chosen.fields.has(field)) continue;
    const known = fields.fields.find(({ name }) => name === field);
    if (!known) {
      add(l10n.t`${field} is no field of the contract.`);
      continue;
    }
    const change: MappingChange = { kind: "field", field, path: [...place] };
    const changed = await readWith([...accepted(), change]);
    const verdict = checkField(known, change, reading, changed);
    add(verdict);
    if (typeof verdict === "object") reading = changed;
  }
  for (const [word, state] of Object.entries(proposal.states))
    if (!chosen.words.has(word)) add(checkState(word, state, reading, answer));
  return { lines, dropped };
}

function listChosen(changes: readonly MappingChange[]) {
  return {
    hasHolder: changes.some(({ kind }) => kind === "holder"),
    fields: new Set(
      changes.flatMap((change) =>
        change.kind === "field" ? [change.field] : change.kind === "absent" ? change.fields : [],
      ),
    ),
    words: new Set(changes.flatMap((change) => (change.kind === "state" ? [change.word] : []))),
  };
}

type ReadWith = (changes: readonly MappingChange[]) => Promise<ProfileReading>;

async function checkHolder(path: FieldPath, { fields, json }: CheckedAnswer, readWith: ReadWith): Promise<Verdict> {
  const isList = fields.kind === "list";
  const what = isList ? l10n.t("The list of items") : l10n.t("The item");
  const change: MappingChange = { kind: "holder", path: [...path] };
  const [before, after] = [await readWith([]), await readWith([change])];
  const isThere = isList
    ? after.list && isSameJsonPlace(after.list, path)
    : after.items?.[0]?.wire === getValueAtPath(json, path);
  if (!isThere) return l10n.t`${what} is not at ${formatMappedPlace(path)}.`;
  if (isSameHolder(before, after)) return undefined;
  return { change, text: l10n.t`${what} is ${formatMappedPlace(path)}` };
}

function isSameHolder(before: ProfileReading, after: ProfileReading): boolean {
  const [one, other] = [before.items?.[0]?.wire, after.items?.[0]?.wire];
  return (
    one === other &&
    before.items?.length === after.items?.length &&
    JSON.stringify(before.list) === JSON.stringify(after.list)
  );
}

function checkField(
  { name, label, type }: MappingField,
  change: Extract<MappingChange, { kind: "field" }>,
  before: ProfileReading,
  after: ProfileReading,
): Verdict {
  const at = formatItemPlace(change.path);
  const items = after.items ?? [];
  const stated = items.filter(({ wire }) => isStated(getValueAtPath(wire, change.path)));
  if (stated.length === 0) return l10n.t`${label}: no item has a value at ${at}.`;
  const known = before.fields[name]?.place;
  if (known && isSameJsonPlace(known, change.path)) return undefined;
  const read = stated.filter(({ item }) => isStated(item?.[name]) && isServiceId(name, item?.[name]));
  if (name === "id") {
    const ids = new Set(read.map(({ item }) => item?.id));
    if (read.length < items.length || ids.size < items.length)
      return l10n.t`${label}: the values at ${at} are not different in each item.`;
  }
  if (type === "time" && read.length < stated.length) return l10n.t`${label}: not each value at ${at} is a time.`;
  if (read.length === 0) return l10n.t`${label}: no value at ${at} can be read.`;
  return { change, text: l10n.t`${label} is ${at}` };
}

const isStated = (value: unknown) => value !== undefined && value !== null && value !== "";
const isServiceId = (name: string, value: unknown) => name !== "id" || readServiceId(String(value)) !== undefined;

function formatItemPlace(path: FieldPath): string {
  return path.length === 0 ? l10n.t("the item itself") : path.join(" > ");
}

function checkState(word: string, state: string | null, reading: ProfileReading, { states }: CheckedAnswer): Verdict {
  // A word that a table has is read already.
  if (state === null) return undefined;
  if (!states.some((one) => one.state === state)) return l10n.t`${word}: ${state} is no state that the contract has.`;
  const isUnknown = reading.unknownStates.includes(word);
  if (!isUnknown) return hasState(reading, word) ? undefined : l10n.t`${word}: no item is in this state.`;
  return { change: { kind: "state", word, state }, text: l10n.t`${word} means ${state}` };
}

/** Whether an item's state is this word, which the contract knows. */
function hasState({ items = [], fields }: ProfileReading, word: string): boolean {
  const place = fields.status?.place;
  return place !== undefined && items.some(({ wire }) => isWord(getValueAtPath(wire, place), word));
}

/** A state can be an object that holds the word. */
function isWord(value: unknown, word: string): boolean {
  return isRecord(value) ? Object.values(value).includes(word) : String(value) === word;
}
