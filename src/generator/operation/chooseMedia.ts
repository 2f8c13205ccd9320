import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { isBinarySchema } from "../schema/annotationKeywords.ts";
import type { BodyModel, MediaModel } from "./operationModel.ts";

/** How the model writes a body and how it is sent: as an object, as text, or as bytes in base64. */
type BodyKind = "json" | "form" | "multipart" | "text" | "bytes";

export interface ChosenMedia {
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
export function chooseMedia(root: JsonObject, { media }: BodyModel): ChosenMedia | undefined {
  const ranked = media
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

/** The type to send for a range such as `application/*`, if the runtime cannot derive it from the value. */
const typesForRanges: Readonly<Partial<Record<BodyKind, string>>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/** `application/json` precedes related types, and a concrete type precedes a range. */
function rankMediaType(type: string): number {
  if (/^application\/json\b/i.test(type)) return 0;
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
export function hasBinaryContent(root: JsonObject, site: DocumentNode): boolean {
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
