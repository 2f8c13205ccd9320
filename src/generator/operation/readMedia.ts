import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { type DocumentNode, followObjectReference, followReference, isMissingNode } from "../document/references.ts";
import { type BodyModel, type MediaModel, UnusableOperationError } from "./operationModel.ts";

/** Reads the request body of an OpenAPI 3 operation. */
export function readBodyModel(
  root: JsonObject,
  { operation, pointer }: OperationNode,
  report: ReportProblem,
): BodyModel | undefined {
  if (!isRecord(operation.requestBody)) return undefined;
  const found = followObjectReference(root, {
    value: operation.requestBody,
    pointer: appendToPointer(pointer, "requestBody"),
  });
  if (isMissingNode(found)) throw new UnusableOperationError(`its request body ${found.missing}`, found.pointer);
  const media = readContent(root, found, report);
  if (media.length === 0) return undefined;
  return {
    pointer: found.pointer,
    required: found.value.required === true,
    description: asText(found.value.description),
    media,
  };
}

/** The 2xx responses in order, else the default response. */
export function listSuccessResponses(
  root: JsonObject,
  { operation, pointer }: OperationNode,
  report: ReportProblem,
): DocumentNode<JsonObject>[] {
  const responses = asObject(operation.responses);
  const statuses = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
  const chosen = statuses.length > 0 ? statuses.sort() : ["default"];
  return chosen.flatMap((status) => {
    const value = responses[status];
    if (!isRecord(value)) return [];
    const found = followObjectReference(root, { value, pointer: appendToPointer(pointer, "responses", status) });
    if (!isMissingNode(found)) return [found];
    report(
      createWarningProblem(
        "response_ignored",
        `The answer ${status} is not described: ${found.missing}.`,
        found.pointer,
      ),
    );
    return [];
  });
}

/** The media types of a body or of a response. */
export function readContent(root: JsonObject, holder: DocumentNode<JsonObject>, report: ReportProblem): MediaModel[] {
  return Object.entries(asObject(holder.value.content)).flatMap(([type, value]) => {
    const pointer = appendToPointer(holder.pointer, "content", type);
    const media = followReference(root, { value, pointer });
    const isMissing = isMissingNode(media);
    if (isMediaType(type) && !isMissing)
      return [readMediaType(root, type, { value: asObject(media.value), pointer: media.pointer }, report)];
    const reason = isMissing ? media.missing : "this is not a media type";
    report(createWarningProblem("media_type_ignored", `"${type}" is ignored: ${reason}.`, media.pointer));
    return [];
  });
}

/** What OpenAPI 3.2 says about streams and about bodies of several parts. */
const unreadKeywords = {
  itemSchema: "the items of a stream are not described",
  prefixEncoding: "the parts of the body are sent by their names",
  itemEncoding: "the parts of the body are sent by their names",
} as const;

function readMediaType(
  root: JsonObject,
  type: string,
  { value, pointer }: DocumentNode<JsonObject>,
  report: ReportProblem,
): MediaModel {
  for (const [keyword, effect] of Object.entries(unreadKeywords))
    if (value[keyword] !== undefined)
      report(
        createWarningProblem(
          "keyword_without_effect",
          `"${keyword}" has no effect: ${effect}.`,
          appendToPointer(pointer, keyword),
        ),
      );
  const encodings = Object.entries(asObject(value.encoding)).map(([name, encoding]) => [name, readEncoding(encoding)]);
  const isMisnamed = /^application\/(x-)?form-data$/i.test(type.trim());
  if (isMisnamed)
    report(
      createWarningProblem(
        "media_type_corrected",
        `"${type}" is no registered media type: "multipart/form-data" is sent.`,
        pointer,
      ),
    );
  return {
    type: isMisnamed ? "multipart/form-data" : type.trim(),
    schema: isSchema(value.schema) ? { value: value.schema, pointer: appendToPointer(pointer, "schema") } : undefined,
    examples: readExamples(root, value),
    encoding: Object.fromEntries(encodings),
  };
}

/** Since OpenAPI 3.1 `true` is the schema of any value, and `false` of none. */
export const isSchema = (value: unknown) => isRecord(value) || typeof value === "boolean";

function readEncoding(value: unknown): MediaModel["encoding"][string] {
  const { contentType, style, explode } = asObject(value);
  return {
    ...(typeof contentType === "string" ? { contentType } : {}),
    ...(typeof style === "string" ? { style } : {}),
    ...(typeof explode === "boolean" ? { explode } : {}),
  };
}

/** The text becomes a header value, so it must not contain anything else. */
export function isMediaType(text: string): boolean {
  return /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;[\x20-\x7e]*)?$/.test(text);
}

/** The values of `example` and `examples` of a parameter or media type. */
export function readExamples(root: JsonObject, holder: JsonObject): unknown[] {
  const named = Object.values(asObject(holder.examples)).flatMap((example) => {
    const found = followReference(root, { value: example, pointer: "" });
    const { value } = isMissingNode(found) ? {} : found;
    const key = isRecord(value) && ["value", "dataValue"].find((one) => Object.hasOwn(value, one));
    return key ? [getMember(value, key)] : [];
  });
  return holder.example === undefined ? named : [holder.example, ...named];
}
