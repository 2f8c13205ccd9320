import type { BodyDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { readDescription } from "../document/readDescription.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { isBinarySchema } from "../schema/annotationKeywords.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import { listComposition } from "../schema/listComposition.ts";
import { findReadOnlyProperties } from "../schema/readOnlyProperties.ts";
import type { BodyModel, MediaModel } from "./operationModel.ts";

/** How the model writes a body and how it is sent: as an object, as text, or as bytes in base64. */
type BodyKind = "json" | "form" | "multipart" | "text" | "bytes";

interface ChosenMedia {
  readonly kind: BodyKind;
  /** In order of preference. */
  readonly types: readonly string[];
  readonly media: MediaModel;
}

const kindOrder: readonly BodyKind[] = ["json", "form", "multipart", "text", "bytes"];

/**
 * Chooses the media types of a tool's body. All of them must take the same input: the preferred kind, and of that kind the types with
 * the schema of the first one.
 */
function chooseMedia(root: JsonObject, { media }: BodyModel): ChosenMedia | undefined {
  const ranked = media
    .filter((one) => !(isJsonPatch(one.type) && media.some(({ type }) => isMergePatch(type))))
    .map((one) => ({ one, kind: getBodyKind(root, one) }))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || rankMediaType(a.one.type) - rankMediaType(b.one.type),
    );
  const best = ranked[0];
  if (!best) return undefined;
  const sameInput = ranked
    .filter(({ one, kind }) => kind === best.kind && takesSameInput(one, best.one))
    .map(({ one }) => one.type);
  const concrete = sameInput.filter((type) => !type.includes("*"));
  const types = concrete.length > 0 ? concrete : [typesForRanges[best.kind] ?? best.one.type];
  return { kind: best.kind, types: [...new Set(types)], media: best.one };
}

/** Many documents declare one object for all patches, which is no JSON Patch. */
const isJsonPatch = (type: string) => /^application\/json-patch\+json\b/i.test(type);
const isMergePatch = (type: string) => /merge-patch\+json\b/i.test(type);

/** The type to send for a range such as `application/*`, if the runtime cannot derive it from the value. */
const typesForRanges: Readonly<Partial<Record<BodyKind, string>>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/** `application/json` and a merge patch precede related types, and a concrete type precedes a range. */
function rankMediaType(type: string): number {
  if (/^application\/(merge-patch\+)?json\s*(;|$)/i.test(type)) return 0;
  if (/^multipart\/form-data\b/i.test(type)) return 0;
  return type.includes("*") ? 2 : 1;
}

function takesSameInput(one: MediaModel, other: MediaModel): boolean {
  if (one === other) return true;
  return JSON.stringify([one.schema?.value, one.encoding]) === JSON.stringify([other.schema?.value, other.encoding]);
}

function getBodyKind(root: JsonObject, { type, schema }: MediaModel): BodyKind {
  const name = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (/^(application|text)\/([^+]+\+)?json$/.test(name)) return "json";
  if (name === "application/x-www-form-urlencoded") return "form";
  if (name.startsWith("multipart/")) return "multipart";
  const binary = schema !== undefined && hasBinaryContent(root, schema);
  if (binary) return "bytes";
  if (name === "*/*" || name === "application/*") return "json";
  return isTextual(name) ? "text" : "bytes";
}

function isTextual(name: string): boolean {
  if (name.startsWith("text/") || /[+/](xml|yaml|x-yaml|json-seq)$/.test(name)) return true;
  return /^application\/(x-)?(javascript|ndjson|jsonl|jsonlines|graphql|sql|sparql-query|toml|csv|jwt|jose|pem-.*)$/.test(
    name,
  );
}

/** Whether a value is binary, or a list of binary values. */
function hasBinaryContent(root: JsonObject, site: DocumentNode): boolean {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value)) return false;
  const { value } = found;
  if (isBinarySchema(value)) return true;
  const inner = isRecord(value.items) ? [value.items] : [...asList(value.anyOf), ...asList(value.oneOf)];
  return inner.some((part) => {
    const target = followReference(root, { value: part, pointer: "" });
    return !isMissingNode(target) && isBinarySchema(asObject(target.value));
  });
}

export interface ToolBody {
  readonly schema: JsonObject;
  readonly required: boolean;
  /** Whether only responses have the properties that the document declares. */
  readonly emptied: boolean;
  /** Whether callers can set nothing in it, because the operation's extension fixes or hides all of its fields. */
  readonly isTaken?: boolean;
  /** Lacks the names of its properties, which depend on the parameters. */
  readonly definition: Omit<BodyDefinition, "property" | "contentTypeProperty">;
}

const longestExample = 1000;

/** Creates the property of the tool's input that holds the body. */
export function createToolBody(root: JsonObject, body: BodyModel, schemas: InputSchemas): ToolBody | undefined {
  const chosen = chooseMedia(root, body);
  if (!chosen) return undefined;
  const binary = listBinaryProperties(root, chosen);
  const encoding = chosen.kind === "form" || chosen.kind === "multipart" ? chosen.media.encoding : {};
  return {
    schema: addDescription(createBodySchema(root, chosen, schemas), body, listShortExamples(root, chosen)),
    required: body.required,
    emptied: isEmptied(root, chosen),
    definition: {
      required: body.required,
      contentTypes: chosen.types,
      ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
      ...(binary.length > 0 ? { binary } : {}),
    },
  };
}

function isEmptied(root: JsonObject, { media: { schema } }: ChosenMedia): boolean {
  const found = schema && followReference(root, schema);
  if (!found || isMissingNode(found)) return false;
  const names = listProperties(root, found).map(([name]) => name);
  const { hidden } = findReadOnlyProperties(root, found);
  return names.length > 0 && names.every((name) => hidden.includes(name));
}

function createBodySchema(root: JsonObject, { kind, media, types }: ChosenMedia, schemas: InputSchemas): JsonObject {
  const { schema } = media;
  if (kind === "bytes")
    return { type: "string", contentEncoding: "base64", description: `The bytes of the ${types[0]}, as base64.` };
  if (kind === "text") return createTextSchema(root, schema, schemas, types[0] ?? "text");
  const translated = schema ? schemas.translate(schema) : {};
  if (kind === "json" || translated.type !== undefined || translated.$ref !== undefined) return translated;
  return { type: "object", ...translated };
}

/** The model writes a body other than JSON exactly as it is sent. */
function createTextSchema(
  root: JsonObject,
  schema: DocumentNode | undefined,
  schemas: InputSchemas,
  type: string,
): JsonObject {
  const found = schema && followReference(root, schema);
  const isSimple = found && !isMissingNode(found) && isRecord(found.value) && isScalar(found.value.type);
  if (schema && isSimple) return schemas.translate(schema);
  return { type: "string", description: `The ${type} document itself.` };
}

const isScalar = (type: unknown) => ["string", "number", "integer", "boolean"].some((scalar) => scalar === type);

function addDescription(schema: JsonObject, body: BodyModel, examples: readonly unknown[]): JsonObject {
  const description = readDescription(body.description, 600);
  return {
    ...schema,
    ...(description === "" ? {} : { description: joinDescriptions(description, schema.description) }),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

/** Declared properties explain a body better than an example of them does. */
function listShortExamples(root: JsonObject, { kind, media: { schema, examples } }: ChosenMedia): readonly unknown[] {
  if (kind === "bytes" || (schema && listProperties(root, schema).length > 0)) return [];
  const usable = kind === "text" ? examples.filter((example) => typeof example === "string") : examples;
  return usable.filter((example) => JSON.stringify(example).length <= longestExample).slice(0, 1);
}

const joinDescriptions = (first: string, second: unknown) =>
  typeof second === "string" && second !== first ? `${first}\n${second}` : first;

/** The properties that hold bytes; `""` if the whole body is binary. */
function listBinaryProperties(root: JsonObject, { kind, media }: ChosenMedia): string[] {
  if (kind === "bytes") return [""];
  if (kind !== "multipart" || !media.schema) return [];
  return listProperties(root, media.schema).flatMap(([name, site]) =>
    isFile(root, name, site, media.encoding) ? [name] : [],
  );
}

function isFile(
  root: JsonObject,
  name: string,
  site: DocumentNode,
  encoding: ChosenMedia["media"]["encoding"],
): boolean {
  if (hasBinaryContent(root, site)) return true;
  // An empty schema with a binary content type describes a file.
  const type = encoding[name]?.contentType ?? "";
  const found = followReference(root, site);
  const isEmptySchema =
    !isMissingNode(found) &&
    isRecord(found.value) &&
    found.value.type === undefined &&
    !found.value.$ref &&
    !isBinarySchema(found.value);
  return (
    isEmptySchema &&
    /^(image|audio|video)\/|octet-stream|pdf|zip/i.test(type) &&
    Object.keys(asObject(site.value)).length === 0
  );
}

/** Lists the properties of a body and of the schemas it is composed of. */
function listProperties(root: JsonObject, site: DocumentNode): [string, DocumentNode][] {
  return listComposition(root, site, ["allOf", "anyOf", "oneOf"]).flatMap(({ value, pointer }) =>
    Object.entries(asObject(value.properties)).map(([name, schema]): [string, DocumentNode] => [
      name,
      { value: schema, pointer: appendToPointer(pointer, "properties", name) },
    ]),
  );
}
