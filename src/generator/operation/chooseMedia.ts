import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { isBinarySchema } from "../schema/annotationKeywords.ts";
import type { BodyModel, MediaModel } from "./operationModel.ts";

/** How a body is given by the model and sent: as an object, as text, or as bytes in base64. */
type BodyKind = "json" | "form" | "multipart" | "text" | "bytes";

export interface ChosenMedia {
  readonly kind: BodyKind;
  /** Best first. */
  readonly types: readonly string[];
  readonly media: MediaModel;
}

const order: readonly BodyKind[] = ["json", "form", "multipart", "text", "bytes"];

/**
 * The media types a tool sends its body as. They must all take the same input, so that a model has one form to fill: the best kind, and
 * of that kind the types with the same schema as its first.
 */
export function chooseMedia(root: JsonObject, { media }: BodyModel): ChosenMedia | undefined {
  const ranked = media
    .map((one) => ({ one, kind: kindOf(root, one) }))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || rank(a.one.type) - rank(b.one.type));
  const best = ranked[0];
  if (!best) return undefined;
  const same = ranked.filter(({ one, kind }) => kind === best.kind && isSame(one, best.one)).map(({ one }) => one.type);
  const concrete = same.filter((type) => !type.includes("*"));
  const types = concrete.length > 0 ? concrete : [wildcards[best.kind] ?? best.one.type];
  return { kind: best.kind, types: [...new Set(types)], media: best.one };
}

/** What a range such as `application/*` is sent as, unless the runtime can tell from the value. */
const wildcards: Readonly<Partial<Record<BodyKind, string>>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/** `application/json` before its relatives, one type before a range. */
function rank(type: string): number {
  if (/^application\/json\b/i.test(type)) return 0;
  if (/^multipart\/form-data\b/i.test(type)) return 0;
  return type.includes("*") ? 2 : 1;
}

function isSame(one: MediaModel, other: MediaModel): boolean {
  if (one === other) return true;
  return JSON.stringify([one.schema?.value, one.encoding]) === JSON.stringify([other.schema?.value, other.encoding]);
}

function kindOf(root: JsonObject, { type, schema }: MediaModel): BodyKind {
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

/** Whether a value is bytes, or a list of them. */
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
