import type { JsonObject } from "../../../src/runtime/definition.ts";
import { createTextForPattern } from "./samplePattern.ts";

const formats: Readonly<Record<string, string>> = {
  date: "2024-05-17",
  "date-time": "2024-05-17T09:30:00Z",
  "iso-date-time": "2024-05-17T09:30:00Z",
  time: "09:30:00Z",
  "iso-time": "09:30:00Z",
  duration: "P1D",
  uri: "https://example.com/sample",
  url: "https://example.com/sample",
  "uri-reference": "/sample",
  "uri-template": "/sample/{id}",
  email: "sample@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uuid: "7c0b4a3e-5d2f-4c1a-9e8b-6f3d2a1c0b9e",
  byte: "c2FtcGxl",
  regex: "^a+$",
  "json-pointer": "/sample",
  "relative-json-pointer": "0/sample",
};

/** Returns a string that matches the schema; `variant` creates different ones. */
export function createSampleString(schema: JsonObject, variant: number): string {
  const least = count(schema.minLength, 0);
  const most = count(schema.maxLength, Number.POSITIVE_INFINITY);
  const fits = (text: string) => [...text].length >= least && [...text].length <= most;
  const { pattern, format } = schema;
  if (typeof pattern === "string") {
    const matches = matcher(pattern);
    const matching = [plain(schema, variant), "sample"].find((text) => fits(text) && matches(text));
    return matching ?? createTextForPattern(pattern, fits) ?? plain(schema, variant);
  }
  const text = plain(schema, variant);
  if (fits(text) || (typeof format === "string" && formats[format] !== undefined)) return text;
  return text.padEnd(least, "a").slice(0, most);
}

/** Documents also contain patterns of other languages; an invalid pattern matches nothing. */
function matcher(pattern: string): (text: string) => boolean {
  for (const flags of ["u", ""]) {
    try {
      const expression = new RegExp(pattern, flags);
      return (text) => expression.test(text);
    } catch {}
  }
  return () => false;
}

function plain({ format, contentEncoding }: JsonObject, variant: number): string {
  if (contentEncoding === "base64") return "c2FtcGxl";
  const known = typeof format === "string" ? formats[format] : undefined;
  if (variant === 0) return known ?? "sample";
  // Changes an inner digit, because the last one of a date, an address or an id may be restricted.
  return known ? known.replace(/\d(?!.*\d)/, String((variant + 1) % 10)) : `sample${variant}`;
}

/** Returns a number that matches the schema. */
export function createSampleNumber(schema: JsonObject, variant: number): number {
  const integer = schema.type === "integer" || (Array.isArray(schema.type) && !schema.type.includes("number"));
  const step = count(schema.multipleOf, integer ? 1 : 0);
  const small = step || 0.5;
  const least = Math.max(
    count(schema.minimum, Number.NEGATIVE_INFINITY),
    count(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY) + small,
  );
  const most = Math.min(
    count(schema.maximum, Number.POSITIVE_INFINITY),
    count(schema.exclusiveMaximum, Number.POSITIVE_INFINITY) - small,
  );
  const preferred = Math.min(Math.max(1, least), most);
  const start = step ? roundTo(preferred, step, least) : preferred;
  return start + variant * (step || 1) <= most ? start + variant * (step || 1) : start;
}

function roundTo(preferred: number, step: number, least: number): number {
  const below = Math.floor(preferred / step) * step;
  return below >= least
    ? below === 0 && preferred >= 1 && !Number.isFinite(least)
      ? step
      : below
    : Math.ceil(preferred / step) * step;
}

const count = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
