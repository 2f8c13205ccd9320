import { createTextForPattern } from "./createTextForPattern.ts";
import type { FormSchema } from "./formSchema.ts";

/** Documents also ask for texts of any length. */
const longest = 10_000;

const formats = new Map(
  Object.entries({
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
  }),
);

/** Returns a string that matches the schema; `variant` creates different ones. */
export function createSampleString(schema: FormSchema, variant: number): string {
  const { minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string) => [...text].length >= least && [...text].length <= most;
  const { pattern, format } = schema;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    const matching = [plain(schema, variant), "sample"].find((text) => fits(text) && expression.test(text));
    return matching ?? createTextForPattern(pattern, fits) ?? plain(schema, variant);
  }
  const text = plain(schema, variant);
  if (fits(text) || formats.has(format ?? "")) return text;
  return text.padEnd(Math.min(least, longest), "a").slice(0, most);
}

function plain({ format, contentEncoding }: FormSchema, variant: number): string {
  if (contentEncoding === "base64") return "c2FtcGxl";
  const known = formats.get(format ?? "");
  if (variant === 0) return known ?? "sample";
  // Changes an inner digit, because the last one of a date, an address or an id may be restricted.
  return known ? known.replace(/\d(?!.*\d)/, String((variant + 1) % 10)) : `sample${variant}`;
}

/** Returns a number that matches the schema. */
export function createSampleNumber(schema: FormSchema, variant: number): number {
  const step = schema.multipleOf ?? (schema.type?.includes("number") ? 0 : 1);
  const small = step || 0.5;
  const none = Number.NEGATIVE_INFINITY;
  const least = Math.max(schema.minimum ?? none, (schema.exclusiveMinimum ?? none) + small);
  const most = Math.min(schema.maximum ?? -none, (schema.exclusiveMaximum ?? -none) - small);
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
