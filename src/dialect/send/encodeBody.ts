import type { BodyFormat } from "../../contract/profile/bodyFormat.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";

export interface EncodedBody {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

export async function encodeBody(fields: UnknownRecord, format: BodyFormat): Promise<EncodedBody> {
  if (format === "json") return { contentType: "application/json", content: JSON.stringify(fields) };
  if (format === "form" || format === "formRepeated") {
    const isWhole = () => false;
    const pairs = listFormFields(fields, "", { isWhole, listMark: format === "form" ? "[]" : "" }).map(
      ([name, value]): [string, string] => [name, textOf(value)],
    );
    return { contentType: "application/x-www-form-urlencoded", content: new URLSearchParams(pairs).toString() };
  }
  const form = new FormData();
  for (const [name, value] of listFormFields(fields, "", { isWhole: isFile, listMark: "[]" })) {
    if (isFile(value)) form.append(name, new Blob([bytesOf(value)]), value.path);
    else form.append(name, textOf(value));
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "multipart/form-data";
  return { contentType, content: new Uint8Array(await encoded.arrayBuffer()) };
}

const textOf = (value: unknown) => (value === null ? "" : String(value));

interface FileContent {
  readonly path: string;
  readonly content: string;
  readonly encoding?: unknown;
}

const isFile = (value: unknown): value is FileContent =>
  isRecord(value) && typeof value.path === "string" && typeof value.content === "string";

const bytesOf = ({ content, encoding }: FileContent) => Buffer.from(content, encoding === "base64" ? "base64" : "utf8");

interface FormStyle {
  /** What is whole, such as a file, has the name of its list. */
  isWhole(value: unknown): boolean;
  /** What follows the name of a list for each of its values. */
  readonly listMark: "[]" | "";
}

/** Fields in fields are `a[b]`, values of a list `a[]` or `a`. */
function listFormFields(
  value: unknown,
  name: string,
  style: FormStyle,
): readonly (readonly [name: string, value: unknown])[] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((one) => listFormFields(one, style.isWhole(one) ? name : `${name}${style.listMark}`, style));
  if (!isRecord(value) || style.isWhole(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    listFormFields(inner, name === "" ? key : `${name}[${key}]`, style),
  );
}
