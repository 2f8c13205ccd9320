import { unknownId, unknownTime } from "../../contract/unsaid.ts";
import { flagOf, numberOf } from "./fit.ts";
import { type Fields, isFields, type Place, valueAt } from "./json.ts";
import { type FoundFields, recogniseFields } from "./recogniseFields.ts";
import type { Field, Shape } from "./shape.ts";
import { type StateFamily, stateOf } from "./states.ts";
import { familyOf, type Subject } from "./subjects.ts";
import { timeOf } from "./times.ts";

/** What a resource is taken for whose state nobody knows: nothing that is waited for, and nothing that was proven. */
const neutral: Readonly<Record<StateFamily, string>> = {
  deployment: "stopped",
  server: "ready",
  testRun: "errored",
  testCase: "errored",
  installation: "installed",
  health: "unknown",
  level: "info",
  oauthConnection: "connected",
};

export interface Dictionary {
  /** Where the contract's fields stand. */
  readonly places: Readonly<Record<string, Place>>;
  /** A service's own states, where the usual words do not tell. */
  readonly states?: Readonly<Record<string, string>> | undefined;
}

/**
 * An item as the contract has it. What the contract does not know is kept beside it; a state that nobody knows is kept as `stated`.
 */
export function normalise(subject: Pick<Subject, "fields" | "family">, dictionary: Dictionary, item: Fields): Fields {
  const made: Record<string, unknown> = {};
  const used = new Set(Object.values(dictionary.places).map(([first]) => first));
  for (const [name, value] of Object.entries(item))
    if (!used.has(name) && !(name in subject.fields)) made[name] = value;
  for (const [name, field] of Object.entries(subject.fields)) {
    const place = dictionary.places[name];
    const given = place && valueAt(item, place);
    const family = subject.family(name);
    made[name] = contractValue(field, given, { name, family, states: dictionary.states });
    if (family && field.shape.kind === "choice" && isUnknownState(field.shape.values, given, family, dictionary.states))
      made.stated = String(given);
  }
  return made;
}

interface About {
  readonly name: string;
  readonly family: StateFamily | undefined;
  readonly states: Dictionary["states"];
}

function contractValue({ shape, nullable }: Field, given: unknown, about: About): unknown {
  const isSaid = given !== undefined && given !== null && given !== "";
  const value = isSaid ? converted(shape, given, about) : undefined;
  if (value !== undefined) return value;
  return nullable ? null : absent(shape, about.family);
}

/** undefined where the value can be nothing of the kind. */
function converted(shape: Shape, given: unknown, about: About): unknown {
  switch (shape.kind) {
    case "id":
      return typeof given === "string" || typeof given === "number" ? String(given) : innerId(given);
    case "text":
      return textOf(given);
    case "time":
      return timeOf(given);
    case "number":
      return numberOf(given) ?? (Array.isArray(given) ? given.length : undefined);
    case "flag":
      return flagOf(given);
    case "choice":
      return choiceOf(shape.values, given, about);
    case "list":
      return Array.isArray(given) ? listOf(shape.of, given, about.name) : undefined;
    case "map":
      return isFields(given) ? given : undefined;
    case "object":
      return isFields(given) ? objectOf(shape.fields, given, about.name) : undefined;
    case "any":
      return given;
  }
}

/** A thing where its id is wanted. */
function innerId(given: unknown): string | undefined {
  if (!isFields(given)) return undefined;
  const id = given.id ?? given.uuid ?? given.slug;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function textOf(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (typeof given === "number" || typeof given === "boolean") return String(given);
  if (!isFields(given)) return undefined;
  const shown = [given.name, given.login, given.email, given.message, given.id].find(
    (part) => typeof part === "string",
  );
  return typeof shown === "string" ? shown : undefined;
}

function choiceOf(values: readonly string[], given: unknown, { family, states }: About): string | undefined {
  const own = states?.[String(given)];
  if (own !== undefined && values.includes(own)) return own;
  if (family) return stateOf(family, values, given);
  const plain = String(given).toLowerCase();
  return values.find((value) => value.toLowerCase() === plain);
}

function isUnknownState(values: readonly string[], given: unknown, family: StateFamily, states: Dictionary["states"]) {
  if (given === undefined || given === null || given === "") return false;
  return choiceOf(values, given, { name: "", family, states }) === undefined;
}

function listOf(shape: Shape, given: readonly unknown[], name: string): readonly unknown[] {
  if (shape.kind !== "object")
    return given.flatMap((one) => converted(shape, one, { name, family: undefined, states: undefined }) ?? []);
  const resource = name.replace(/s$/, "");
  const items = given.filter(isFields);
  const subject = { resource, fields: shape.fields, family: familyOf(resource) };
  const places = placesOf(recogniseFields({ ...subject, items }));
  return items.map((item) => normalise(subject, { places }, item));
}

function objectOf(fields: Readonly<Record<string, Field>>, given: Fields, resource: string): Fields {
  const subject = { resource, fields, family: familyOf(resource) };
  return normalise(subject, { places: placesOf(recogniseFields({ ...subject, items: [given] })) }, given);
}

export function placesOf(found: FoundFields): Readonly<Record<string, Place>> {
  return Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
}

function absent(shape: Shape, family: StateFamily | undefined): unknown {
  switch (shape.kind) {
    case "id":
      return unknownId;
    case "text":
      return "";
    case "time":
      return unknownTime;
    case "number":
      return 0;
    case "flag":
      return false;
    case "choice":
      return (family && neutral[family]) ?? shape.values[0] ?? "";
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          field.nullable ? null : absent(field.shape, undefined),
        ]),
      );
    case "any":
      return null;
  }
}
