import type { BodyDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { cleanText } from "../document/cleanText.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { isBinarySchema } from "../schema/annotationKeywords.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import { type ChosenMedia, chooseMedia, hasBinaryContent } from "./chooseMedia.ts";
import type { BodyModel } from "./operationModel.ts";

export interface ToolBody {
  readonly schema: JsonObject;
  readonly required: boolean;
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
    schema: addDescription(createBodySchema(root, chosen, schemas), body, chosen),
    required: body.required,
    definition: {
      required: body.required,
      contentTypes: chosen.types,
      ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
      ...(binary.length > 0 ? { binary } : {}),
    },
  };
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

function addDescription(schema: JsonObject, body: BodyModel, { media, kind }: ChosenMedia): JsonObject {
  const description = cleanText(body.description, 600);
  const shortExamples =
    kind === "bytes"
      ? []
      : media.examples.filter((example) => JSON.stringify(example).length <= longestExample).slice(0, 1);
  const usable = kind === "text" ? shortExamples.filter((example) => typeof example === "string") : shortExamples;
  return {
    ...schema,
    ...(description === "" ? {} : { description: joinDescriptions(description, schema.description) }),
    ...(usable.length > 0 ? { examples: usable } : {}),
  };
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
function listProperties(root: JsonObject, site: DocumentNode, seen = new Set<string>()): [string, DocumentNode][] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).map(([name, schema]): [string, DocumentNode] => [
    name,
    { value: schema, pointer: appendToPointer(pointer, "properties", name) },
  ]);
  const parts = (["allOf", "anyOf", "oneOf"] as const).flatMap((key) =>
    asList(value[key]).flatMap((part, index) =>
      listProperties(root, { value: part, pointer: appendToPointer(pointer, key, index) }, seen),
    ),
  );
  return [...parts, ...own];
}
