import * as z from "zod";
import type { PagingProfile } from "../../contract/dialectProfile.ts";

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
