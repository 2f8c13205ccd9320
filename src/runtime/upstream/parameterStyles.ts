import { isRecord } from "../../text/record.ts";
import type { ParameterDefinition } from "../definition.ts";

export type ParameterStyle = ParameterDefinition["style"];

interface StyleOptions {
  readonly explode: boolean;
  /** How names and values are escaped where they go; the identity for headers. */
  readonly encode: (text: string) => string;
}

/** A name and value that are sent, both escaped already. */
export type EncodedPair = readonly [name: string, value: string];

/** A value in a path or a header, by OpenAPI's style table (which follows RFC 6570). */
export function encodeInlineValue(style: ParameterStyle, name: string, value: unknown, options: StyleOptions): string {
  if (style === "label") return labelled(value, options);
  if (style === "matrix") return matrix(name, value, options);
  return joined(value, options, ",", ",");
}

/** A value in a query, a cookie or a form: one pair, or several when it is exploded. */
export function encodePairs(style: ParameterStyle, name: string, value: unknown, options: StyleOptions): EncodedPair[] {
  const { explode, encode } = options;
  if (value === null || value === undefined) return [];
  if (style === "deepObject") return deepPairs(name, value, encode);
  const composite = Array.isArray(value) || isRecord(value);
  if (composite && isEmpty(value)) return [];
  if (!composite || !explode)
    return [[encode(name), joined(value, { explode: false, encode }, separators[style] ?? ",", "")]];
  if (Array.isArray(value)) return present(value).map((item) => [encode(name), encode(encodeScalar(item))]);
  return members(value).map(([key, item]) => [encode(key), encode(encodeScalar(item))]);
}

/** A part of a composite value as text: what is itself composite has no form in these styles, and JSON is the nearest. */
export function encodeScalar(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

const separators: Partial<Record<ParameterStyle, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

function joined(value: unknown, { explode, encode }: StyleOptions, between: string, exploded: string): string {
  if (Array.isArray(value))
    return present(value)
      .map((item) => encode(encodeScalar(item)))
      .join(explode ? exploded : between);
  if (!isRecord(value)) return encode(encodeScalar(value));
  const pieces = members(value).map(([key, item]) => [encode(key), encode(encodeScalar(item))] as const);
  return explode ? pieces.map((pair) => pair.join("=")).join(exploded) : pieces.flat().join(between);
}

const labelled = (value: unknown, options: StyleOptions) => `.${joined(value, options, ",", ".")}`;

function matrix(name: string, value: unknown, options: StyleOptions): string {
  const key = options.encode(name);
  const composite = Array.isArray(value) || isRecord(value);
  const single = (text: string, of = key) => (text === "" ? `;${of}` : `;${of}=${text}`);
  if (!composite || !options.explode) return single(joined(value, { ...options, explode: false }, ",", ""));
  if (Array.isArray(value))
    return present(value)
      .map((item) => single(options.encode(encodeScalar(item))))
      .join("");
  return members(value)
    .map(([member, item]) => single(options.encode(encodeScalar(item)), options.encode(member)))
    .join("");
}

/** `filter[a][b]=1`; arrays, which OpenAPI leaves open, as the widespread parsers read them: `a[]=1`, and `a[0][b]=1` for objects. */
function deepPairs(name: string, value: unknown, encode: StyleOptions["encode"]): EncodedPair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => deepPairs(`${name}[${isRecord(item) ? index : ""}]`, item, encode));
  if (isRecord(value)) return members(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, encode));
  return [[encode(name), encode(encodeScalar(value))]];
}

const present = (list: readonly unknown[]) => list.filter((item) => item !== null && item !== undefined);
const members = (value: object) => Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
const isEmpty = (value: unknown) =>
  (Array.isArray(value) ? present(value) : isRecord(value) ? members(value) : []).length === 0;
