import type { OperationName } from "../../contract/operations.ts";
import type { Mapping } from "../../core/compatibility/applyResponseMapping.ts";
import { isSamePlace, placeWords } from "../../core/compatibility/jsonPlaces.ts";
import {
  type FieldPlace,
  fieldPlaces,
  type Holder,
  itemHolders,
  listHolders,
} from "../../core/compatibility/mappingCandidates.ts";
import type { Role, Wanted, WantedField } from "../../core/compatibility/mappingFields.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back, type Choice, type Prompts } from "../../core/foundation/ports.ts";
import type { Place } from "../../text/fieldPath.ts";

/** Nothing in the answer can be what is wanted. */
export class NothingToMapError extends Error {
  override readonly name = "NothingToMapError";
}

interface Answers {
  readonly holder: Holder | undefined;
  readonly fields: Mapping["fields"];
}

const placeholders = {
  id: "Which field tells one from another: the id?",
  name: "Which field says what it is called: the name?",
  state: "Which field says how it is: the state?",
} as const satisfies Record<Role, string>;

/** Asks where in an answer the items are, then which of their fields is what. undefined: escaped. */
export async function askMapping(
  prompts: Prompts,
  name: OperationName,
  { kind, fields }: Wanted,
  json: unknown,
): Promise<Mapping | undefined> {
  const title = `Map the Answer to ${name}`;
  const about = name.split(".").at(kind === "list" && name.endsWith(".list") ? -2 : -1) ?? name;
  const holders = kind === "list" ? listHolders(json, about) : itemHolders(json, about);
  if (holders.length === 0)
    throw new NothingToMapError(
      `In what ${name} answered there is no ${kind === "list" ? "list of objects" : "object"} that could be mapped.`,
    );
  const questions = [
    holderQuestion(prompts, title, kind, holders),
    ...fields.map((field) => fieldQuestion(prompts, title, field)),
  ];
  const start: Answers = { holder: undefined, fields: {} };
  const answers = await askInTurn(start, questions);
  return answers?.holder && { place: answers.holder.place, fields: answers.fields };
}

function holderQuestion(
  prompts: Prompts,
  title: string,
  kind: Wanted["kind"],
  holders: readonly Holder[],
): Question<Answers> {
  return async (answers, step) => {
    const picked = await prompts.pick<Holder>({
      title,
      step,
      placeholder: kind === "list" ? "Which list holds the items?" : "Which object is the item?",
      choices: holders.map((holder) => ({
        label: placeWords(holder.place),
        description: holder.samples,
        icon: kind === "list" ? "list-unordered" : "symbol-object",
        value: holder,
      })),
      active: (holder) => answers.holder !== undefined && isSamePlace(holder.place, answers.holder.place),
    });
    if (picked === undefined || picked === back) return picked;
    return picked === answers.holder ? answers : { holder: picked, fields: {} };
  };
}

function fieldQuestion(prompts: Prompts, title: string, { field, role }: WantedField): Question<Answers> {
  return async (answers, step) => {
    const places = fieldPlaces(answers.holder?.items ?? [], role);
    const known = answers.fields[field];
    const guess = known === undefined ? places.find(({ isLikely }) => isLikely)?.place : (known ?? undefined);
    const picked = await prompts.pick<Place | null>({
      title,
      step,
      placeholder: placeholders[role],
      choices: fieldChoices(places, known === undefined && guess === undefined),
      active: (place) => (place === null ? known === null : guess !== undefined && isSamePlace(place, guess)),
    });
    if (picked === undefined || picked === back) return picked;
    return { ...answers, fields: { ...answers.fields, [field]: picked } };
  };
}

const none: Choice<Place | null> = { label: "None of These", icon: "circle-slash", value: null };

/** Where nothing looks like it, that there is none comes first. */
function fieldChoices(places: readonly FieldPlace[], isNoneLikely: boolean): readonly Choice<Place | null>[] {
  const choices = places.map(({ place, samples }) => {
    return { label: placeWords(place), description: samples, icon: "symbol-field", value: place };
  });
  return isNoneLikely ? [none, ...choices] : [...choices, none];
}
