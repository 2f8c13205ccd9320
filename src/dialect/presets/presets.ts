import * as z from "zod";
import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import anthropic from "./anthropic.json" with { type: "json" };
import azure from "./azure.json" with { type: "json" };
import djangoRest from "./django-rest.json" with { type: "json" };
import fastapi from "./fastapi.json" with { type: "json" };
import general from "./general.json" with { type: "json" };
import github from "./github.json" with { type: "json" };
import gitlab from "./gitlab.json" with { type: "json" };
import googleAip from "./google-aip.json" with { type: "json" };
import hal from "./hal.json" with { type: "json" };
import jsonApi from "./json-api.json" with { type: "json" };
import kubernetes from "./kubernetes.json" with { type: "json" };
import laravel from "./laravel.json" with { type: "json" };
import mcpRegistry from "./mcp-registry.json" with { type: "json" };
import odata from "./odata.json" with { type: "json" };
import relay from "./relay.json" with { type: "json" };
import springData from "./spring-data.json" with { type: "json" };
import stripe from "./stripe.json" with { type: "json" };

const text = z.string().min(1);
const place = z.array(text).readonly();
const namesByKind = z.record(text, z.record(text, z.array(text)));

/**
 * A convention that many services share, as data. Names are compared without their style: `createdAt` is also `created_at` and
 * `Created-At`. A name that begins with `$` is the exact path of the field in an item: `$metadata.name`.
 */
export const presetSchema = z.strictObject({
  name: text,
  title: text,
  /** What shows the convention in a response: see `identifyPreset`. */
  signs: z.array(text).default([]),
  /** Where the list of a response can be, and where the item. */
  lists: z.array(place).default([]),
  items: z.array(place).default([]),
  /** Objects of an item in which its fields are, beside the item itself. */
  bases: z.array(place).default([]),
  /** Other names of the contract's resources. */
  kinds: z.record(text, z.array(text)).default({}),
  /** By resource, or `*`, and field of the contract: the service's names, the likeliest first. */
  names: namesByKind.default({}),
  /** Fields that say how something ended, where the state only says that it did. */
  outcome: z.array(text).default([]),
  /** States that only say that something has ended. */
  finished: z.array(text).default([]),
  /** By family of states and state of the contract: the service's words. */
  states: namesByKind.default({}),
  /** The parameter that selects one item; `{kind}` is the resource's name. */
  selector: text.optional(),
  /** The same for a POST or PATCH, if its body names the item; a path has dots. */
  bodySelector: text.optional(),
  /** The parameter that selects the items of one project, server or skill. */
  filter: text.optional(),
  pageSize: z.strictObject({ param: text, max: z.int() }).optional(),
  paging: z.custom<PagingProfile>().optional(),
  /** How bodies are made: the wrapper, what is copied from an item, and where fields without a known place go. */
  body: z
    .strictObject({ wrapper: place.default([]), copied: z.array(text).default([]), base: place.optional() })
    .optional(),
  /** By resource, or `*`, and field of the contract: the place in a body, where it is not the one that is read. */
  write: z.record(text, z.record(text, place)).default({}),
  emptyObjectIsEmptyList: z.boolean().default(false),
});

export type Preset = z.output<typeof presetSchema>;

/** What all services share; every other preset adds to it. */
export const generalPreset: Preset = presetSchema.parse(general);

/** The conventions that a response can show, the most specific first. */
export const presets: readonly Preset[] = [
  jsonApi,
  mcpRegistry,
  kubernetes,
  azure,
  odata,
  relay,
  springData,
  djangoRest,
  hal,
  stripe,
  anthropic,
  googleAip,
  laravel,
  fastapi,
  github,
  gitlab,
].map((preset) => presetSchema.parse(preset));

export function findPreset(name: string | undefined): Preset {
  return presets.find((preset) => preset.name === name) ?? generalPreset;
}

/**
 * The convention that a successful response shows; undefined where it shows none. A sign is a header (`content-type: ...`), or fields
 * that the response has together (`content+pageable`), each a path (`data.attributes`), with a value (`object=list`) or a pattern of it
 * (`name~^[a-z]+/`).
 */
export function identifyPreset(json: unknown, headers: Readonly<Record<string, unknown>>): Preset | undefined {
  const root = Array.isArray(json) ? json[0] : json;
  return presets.find(({ signs }) => signs.some((sign) => showsSign(sign, root, headers)));
}

function showsSign(sign: string, json: unknown, headers: Readonly<Record<string, unknown>>): boolean {
  const [, header, start = ""] = /^([a-z-]+): (.+)$/.exec(sign) ?? [];
  if (header !== undefined) return String(headers[header] ?? "").startsWith(start);
  return isRecord(json) && sign.split(/\+(?=[\w@])/).every((part) => showsField(part, json));
}

function showsField(part: string, json: UnknownRecord): boolean {
  const [, path = "", operator, expected = ""] = /^([^=~]+)(?:([=~])(.*))?$/.exec(part) ?? [];
  const value = path.startsWith("@") ? json[path] : path.split(".").reduce<unknown>(enter, json);
  if (operator === undefined) return value !== undefined;
  return operator === "=" ? value === expected : typeof value === "string" && new RegExp(expected).test(value);
}

/** Of a list, its first item counts. */
function enter(value: unknown, name: string): unknown {
  const inner: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
}
