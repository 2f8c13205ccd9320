import type { OperationName } from "../../contract/operations.ts";
import type { ResponseMapping } from "../../core/compatibility/applyResponseMapping.ts";
import { formatMappedPlace, isSameJsonPlace } from "../../core/compatibility/jsonPlaces.ts";
import {
  type FieldCandidate,
  findFieldCandidates,
  findItemHolders,
  findListHolders,
  type ItemHolder,
} from "../../core/compatibility/mappingCandidates.ts";
import type { FieldRole, MappingField, MappingFields } from "../../core/compatibility/mappingFields.ts";
import { askInSequence, type SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { type PromptChoice, type Prompts, promptBack } from "../../core/foundation/ports.ts";
import type { FieldPath } from "../../text/fieldPath.ts";

/** The response has no candidate for the list or item. */
export class NothingToMapError extends Error {
  override readonly name = "NothingToMapError";
}

interface Answers {
  readonly holder: ItemHolder | undefined;
  readonly fields: ResponseMapping["fields"];
}

const placeholders = {
  id: "Which field is the id?",
  name: "Which field is the name?",
  state: "Which field is the state?",
} as const satisfies Record<FieldRole, string>;

/** Prompts for the path of the items in a response, then for the meaning of their fields. undefined: cancelled. */
export async function askMapping(
  prompts: Prompts,
  name: OperationName,
  { kind, fields }: MappingFields,
  json: unknown,
): Promise<ResponseMapping | undefined> {
  const title = `Map the Answer to ${name}`;
  const about = name.split(".").at(kind === "list" && name.endsWith(".list") ? -2 : -1) ?? name;
  const holders = kind === "list" ? findListHolders(json, about) : findItemHolders(json, about);
  if (holders.length === 0)
    throw new NothingToMapError(
      `In what ${name} answered there is no ${kind === "list" ? "list of objects" : "object"} that could be mapped.`,
    );
  const questions = [
    holderQuestion(prompts, title, kind, holders),
    ...fields.map((field) => fieldQuestion(prompts, title, field)),
  ];
  const start: Answers = { holder: undefined, fields: {} };
  const answers = await askInSequence(start, questions);
  return answers?.holder && { path: answers.holder.path, fields: answers.fields };
}

function holderQuestion(
  prompts: Prompts,
  title: string,
  kind: MappingFields["kind"],
  holders: readonly ItemHolder[],
): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const picked = await prompts.pick<ItemHolder>({
      title,
      step,
      placeholder: kind === "list" ? "Which list holds the items?" : "Which object is the item?",
      choices: holders.map((holder) => ({
        label: formatMappedPlace(holder.path),
        description: holder.samples,
        icon: kind === "list" ? "list-unordered" : "symbol-object",
        value: holder,
      })),
      active: (holder) => answers.holder !== undefined && isSameJsonPlace(holder.path, answers.holder.path),
    });
    if (picked === undefined || picked === promptBack) return picked;
    return picked === answers.holder ? answers : { holder: picked, fields: {} };
  };
}

function fieldQuestion(prompts: Prompts, title: string, { field, role }: MappingField): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const places = findFieldCandidates(answers.holder?.items ?? [], role);
    const known = answers.fields[field];
    const guess = known === undefined ? places.find(({ isLikely }) => isLikely)?.path : (known ?? undefined);
    const picked = await prompts.pick<FieldPath | null>({
      title,
      step,
      placeholder: placeholders[role],
      choices: fieldChoices(places, known === undefined && guess === undefined),
      active: (place) => (place === null ? known === null : guess !== undefined && isSameJsonPlace(place, guess)),
    });
    if (picked === undefined || picked === promptBack) return picked;
    return { ...answers, fields: { ...answers.fields, [field]: picked } };
  };
}

const none: PromptChoice<FieldPath | null> = { label: "None of These", icon: "circle-slash", value: null };

/** Without a likely candidate, "not in the response" comes first. */
function fieldChoices(
  places: readonly FieldCandidate[],
  isNoneLikely: boolean,
): readonly PromptChoice<FieldPath | null>[] {
  const choices = places.map(({ path, samples }) => {
    return { label: formatMappedPlace(path), description: samples, icon: "symbol-field", value: path };
  });
  return isNoneLikely ? [none, ...choices] : [...choices, none];
}
