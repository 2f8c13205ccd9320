import { isRecord } from "../../text/record.ts";
import { type JsonObject, mapMembers } from "../document/jsonValues.ts";
import { mapSchemas } from "../schema/inputSchemas.ts";

/** Replaces the base64 text of the named properties by files with a name and a type. */
export function describeUploads(schema: JsonObject, names: readonly string[]): JsonObject {
  const inner = mapSchemas(schema, (part) => describeUploads(part, names));
  if (!isRecord(inner.properties)) return inner;
  const properties = mapMembers(inner.properties, (property, name) =>
    names.includes(name) && isRecord(property) ? describeFiles(property) : property,
  );
  return { ...inner, properties };
}

function describeFiles(schema: JsonObject): JsonObject {
  if (isRecord(schema.items) && isFile(schema.items)) return { ...schema, items: createFileSchema(schema.items) };
  return isFile(schema) ? createFileSchema(schema) : schema;
}

/** An empty schema describes a file where the body's encoding says so. */
const isFile = (schema: JsonObject) => schema.contentEncoding === "base64" || Object.keys(schema).length === 0;

function createFileSchema({ title, description, deprecated }: JsonObject): JsonObject {
  return {
    type: "object",
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    properties: {
      data: { type: "string", contentEncoding: "base64", description: "The bytes of the file, as base64." },
      filename: { type: "string", description: "The name of the file, with its extension." },
      mediaType: { type: "string", description: "Such as image/png. By default what the bytes show." },
    },
    required: ["data"],
    additionalProperties: false,
  };
}
