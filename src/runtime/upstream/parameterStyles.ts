import { isRecord } from "../../text/record.ts";
import type { ParameterDefinition } from "../definition.ts";

export type ParameterStyle = ParameterDefinition["style"];

interface StyleOptions {
  readonly explode: boolean;
  /** Escapes names and values for their location; the identity for headers. */
  readonly encode: (text: string) => string;
}

/** A name and a value, both escaped. */
export type EncodedPair = readonly [name: string, value: string];

/** Encodes a value for a path or a header by OpenAPI's style table (which follows RFC 6570). */
export function encodeInlineValue(style: ParameterStyle, name: string, value: unknown, options: StyleOptions): string {
  if (style === "label") return encodeLabel(value, options);
  if (style === "matrix") return encodeMatrix(name, value, options);
  return joinValues(value, options, ",", ",");
}

/** Encodes a value for a query, a cookie or a form: one pair, or several if it is exploded. */
export function encodePairs(style: ParameterStyle, name: string, value: unknown, options: StyleOptions): EncodedPair[] {
  const { explode, encode } = options;
  if (value === null || value === undefined) return [];
  if (style === "deepObject") return encodeDeepObject(name, value, encode);
  const composite = Array.isArray(value) || isRecord(value);
  if (composite && isEmpty(value)) return [];
  if (!composite || !explode)
    return [[encode(name), joinValues(value, { explode: false, encode }, separators[style] ?? ",", "")]];
  if (Array.isArray(value)) return omitNulls(value).map((item) => [encode(name), encode(encodeScalar(item))]);
  return listMembers(value).map(([key, item]) => [encode(key), encode(encodeScalar(item))]);
}

/** Formats one part of a composite value. The styles define no form for nested values, so those become JSON. */
export function encodeScalar(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

const separators: Partial<Record<ParameterStyle, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

function joinValues(
  value: unknown,
  { explode, encode }: StyleOptions,
  separator: string,
  explodedSeparator: string,
): string {
  if (Array.isArray(value))
    return omitNulls(value)
      .map((item) => encode(encodeScalar(item)))
      .join(explode ? explodedSeparator : separator);
  if (!isRecord(value)) return encode(encodeScalar(value));
  const pieces = listMembers(value).map(([key, item]) => [encode(key), encode(encodeScalar(item))] as const);
  return explode ? pieces.map((pair) => pair.join("=")).join(explodedSeparator) : pieces.flat().join(separator);
}

const encodeLabel = (value: unknown, options: StyleOptions) => `.${joinValues(value, options, ",", ".")}`;

function encodeMatrix(name: string, value: unknown, options: StyleOptions): string {
  const key = options.encode(name);
  const composite = Array.isArray(value) || isRecord(value);
  const encodePair = (text: string, pairName = key) => (text === "" ? `;${pairName}` : `;${pairName}=${text}`);
  if (!composite || !options.explode) return encodePair(joinValues(value, { ...options, explode: false }, ",", ""));
  if (Array.isArray(value))
    return omitNulls(value)
      .map((item) => encodePair(options.encode(encodeScalar(item))))
      .join("");
  return listMembers(value)
    .map(([member, item]) => encodePair(options.encode(encodeScalar(item)), options.encode(member)))
    .join("");
}

/** `filter[a][b]=1`. OpenAPI does not define arrays here; common parsers read `a[]=1`, and `a[0][b]=1` for objects. */
function encodeDeepObject(name: string, value: unknown, encode: StyleOptions["encode"]): EncodedPair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => encodeDeepObject(`${name}[${isRecord(item) ? index : ""}]`, item, encode));
  if (isRecord(value))
    return listMembers(value).flatMap(([key, item]) => encodeDeepObject(`${name}[${key}]`, item, encode));
  return [[encode(name), encode(encodeScalar(value))]];
}

const omitNulls = (list: readonly unknown[]) => list.filter((item) => item !== null && item !== undefined);
const listMembers = (value: object) => Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
const isEmpty = (value: unknown) =>
  (Array.isArray(value) ? omitNulls(value) : isRecord(value) ? listMembers(value) : []).length === 0;
