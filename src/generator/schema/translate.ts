import { cleanText } from "../document/cleanText.ts";
import { asList, asObject, asText, asTexts, isObject, type JsonObject, mapMembers } from "../document/json.ts";
import { pointerTo } from "../document/pointer.ts";
import { follow, isMissing, type Site } from "../document/references.ts";
import { boundKeywords } from "./bounds.ts";
import { isPattern, knownFormats, listKeywords, plainKeywords, readTypes, schemaKeywords } from "./keywords.ts";
import { nullable } from "./nullable.ts";

export interface Translation {
  readonly root: JsonObject;
  /** What stands for a `$ref`. */
  refer(site: Site): JsonObject;
}

const longestDescription = 600;
const longestExample = 300;

/** A schema of any version of OpenAPI in JSON Schema 2020-12, as an input: without what is read-only. Wrong keywords are dropped. */
export function translateSchema(context: Translation, { value, pointer }: Site, inherited: Names = none): JsonObject {
  if (value === false) return { not: {} };
  if (!isObject(value)) return {};
  const at = (...keys: (string | number)[]): string => pointerTo(pointer, ...keys);
  const hidden = new Set([...inherited, ...hiddenNames(context.root, { value, pointer })]);
  const translated = {
    ...typeKeyword(value),
    ...annotations(value),
    ...plain(value),
    ...boundKeywords(value),
    ...objectKeywords(context, value, { at, hidden }),
    ...arrayKeywords(context, value, at),
    ...combinations(context, value, { at, hidden }),
  };
  const schema =
    typeof value.$ref === "string" ? { ...context.refer({ value, pointer }), ...siblings(translated) } : translated;
  return nullable(value, schema);
}

type At = (...keys: (string | number)[]) => string;
type Names = ReadonlySet<string>;
const none: Names = new Set();

interface Place {
  readonly at: At;
  /** Properties that only answers have. */
  readonly hidden: Names;
}

/** What is said beside a `$ref` is about this use of it; older versions ignore the rest, and tools that wrote it did not mean it. */
function siblings(translated: JsonObject): JsonObject {
  const { description, title, deprecated, default: initial, examples } = translated;
  return Object.fromEntries(
    Object.entries({ title, description, deprecated, default: initial, examples }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

function typeKeyword(value: JsonObject): JsonObject {
  const types = readTypes(value.type);
  const found = types.length > 0 ? types : impliedTypes(value);
  if (found.length === 0) return {};
  return { type: found.length === 1 ? found[0] : found };
}

/** Who lists properties means an object. */
function impliedTypes(value: JsonObject): string[] {
  if (isBinary(value)) return ["string"];
  if (isObject(value.properties)) return ["object"];
  if (isObject(value.items)) return ["array"];
  return [];
}

function annotations(value: JsonObject): JsonObject {
  const title = cleanText(value.title, 100);
  const binary = isBinary(value);
  const format = asText(value.format);
  const known = knownFormats.has(format) && !binary;
  const notes = [
    cleanText(value.description, longestDescription),
    binary ? "The bytes of a file, as base64." : "",
    format !== "" && !known && !binary ? `Format: ${cleanText(format, 80)}.` : "",
    discriminatorNote(value.discriminator),
  ];
  const description = notes.filter((note) => note !== "").join("\n");
  const examples = exampleValues(value);
  return {
    ...(title === "" ? {} : { title }),
    ...(description === "" ? {} : { description }),
    ...(known ? { format } : {}),
    ...(binary || value.contentEncoding === "base64" ? { contentEncoding: "base64" } : {}),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

/** Bytes: they are given as base64 text. */
export function isBinary(value: JsonObject): boolean {
  if (value.type === "file" || value.format === "binary") return true;
  const text = value.type === undefined || readTypes(value.type).includes("string");
  const raw = text && typeof value.contentMediaType === "string" && value.contentEncoding === undefined;
  return raw && !/^(text\/|application\/(.+\+)?(json|xml))/i.test(asText(value.contentMediaType));
}

function discriminatorNote(value: unknown): string {
  const property = typeof value === "string" ? value : asText(asObject(value).propertyName);
  if (property === "") return "";
  const kinds = Object.keys(asObject(asObject(value).mapping)).slice(0, 30);
  return `"${cleanText(property, 80)}" says which kind it is${kinds.length > 0 ? `: ${cleanText(kinds.join(", "), 300)}` : ""}.`;
}

function exampleValues(value: JsonObject): unknown[] {
  const listed = Array.isArray(value.examples) ? value.examples : [];
  const all = value.example === undefined ? listed : [value.example, ...listed];
  return all.filter((example) => JSON.stringify(example).length <= longestExample).slice(0, 2);
}

function plain(value: JsonObject): JsonObject {
  const kept = Object.entries(plainKeywords).flatMap(([key, read]) => {
    const found = Object.hasOwn(value, key) ? read(value[key]) : undefined;
    return found === undefined ? [] : [[key, found]];
  });
  return Object.fromEntries(kept);
}

function objectKeywords(context: Translation, value: JsonObject, { at, hidden }: Place): JsonObject {
  const all = Object.entries(asObject(value.properties));
  const properties = all
    .filter(([name]) => !hidden.has(name))
    .map(([name, schema]) => [name, translateSchema(context, { value: schema, pointer: at("properties", name) })]);
  const patterns = Object.entries(asObject(value.patternProperties))
    .filter(([pattern]) => isPattern(pattern))
    .map(([pattern, schema]) => [
      pattern,
      translateSchema(context, { value: schema, pointer: at("patternProperties", pattern) }),
    ]);
  const required = asTexts(value.required).filter((name) => !hidden.has(name));
  return {
    ...(all.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    ...(isObject(value.dependentSchemas)
      ? {
          dependentSchemas: mapMembers(value.dependentSchemas, (schema, name) =>
            translateSchema(context, { value: schema, pointer: at("dependentSchemas", name) }),
          ),
        }
      : {}),
    ...(Array.isArray(value.required) ? { required: [...new Set(required)] } : {}),
  };
}

function hiddenNames(root: JsonObject, site: Site<JsonObject>): readonly string[] {
  const { properties, allOf, $ref } = site.value;
  return $ref === undefined && (properties !== undefined || allOf !== undefined) ? readOnlyNames(root, site) : [];
}

/** The properties of an object that only answers have, those of its `allOf` parts among them. */
function readOnlyNames(root: JsonObject, site: Site, seen = new Set<string>()): string[] {
  const found = follow(root, site);
  if (isMissing(found) || !isObject(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]) => {
    const property = follow(root, { value: schema, pointer: pointerTo(pointer, "properties", name) });
    const readOnly =
      asObject(schema).readOnly === true || (!isMissing(property) && asObject(property.value).readOnly === true);
    return readOnly ? [name] : [];
  });
  const parts = asList(value.allOf).flatMap((part, index) =>
    readOnlyNames(root, { value: part, pointer: pointerTo(pointer, "allOf", index) }, seen),
  );
  return [...own, ...parts];
}

function arrayKeywords(context: Translation, value: JsonObject, at: At): JsonObject {
  // Older drafts list the items of a tuple under `items`.
  if (Array.isArray(value.items))
    return {
      prefixItems: value.items.map((item, index) =>
        translateSchema(context, { value: item, pointer: at("items", index) }),
      ),
    };
  if (isObject(value.items) || typeof value.items === "boolean")
    return {
      items: value.items === true ? {} : translateSchema(context, { value: value.items, pointer: at("items") }),
    };
  // Clients of models refuse a list that does not say of what.
  return readTypes(value.type).includes("array") && !Array.isArray(value.prefixItems) ? { items: {} } : {};
}

function combinations(context: Translation, value: JsonObject, { at, hidden }: Place): JsonObject {
  const found: [string, unknown][] = [];
  for (const key of schemaKeywords) {
    const schema = value[key];
    if (typeof schema === "boolean" && key !== "not") found.push([key, schema]);
    else if (isObject(schema)) found.push([key, translateSchema(context, { value: schema, pointer: at(key) })]);
  }
  for (const key of listKeywords) {
    const list = asList(value[key]);
    // The parts of an `allOf` are one object: what one of them hides, another must not require.
    const names = key === "allOf" ? hidden : none;
    const parts = list.map((schema, index) =>
      translateSchema(context, { value: schema, pointer: at(key, index) }, names),
    );
    if (parts.length > 0) found.push([key, parts]);
  }
  return Object.fromEntries(found);
}
