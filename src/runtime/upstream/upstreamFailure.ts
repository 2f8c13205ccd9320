import { readJson } from "../../text/readJson.ts";
import { isRecord } from "../../text/record.ts";
import type { UpstreamCredential } from "./upstreamCredentials.ts";

/** What is known of a refused call. */
export interface UpstreamFailure {
  readonly status: number;
  readonly statusText: string;
  /** The answer's text, without secrets. */
  readonly text: string;
  readonly retryAfter: string | null;
  readonly host: string;
  readonly credentials: readonly UpstreamCredential[];
}

const longestMessage = 2000;
const mostDetails = 10;

/** What the model is told of an answer of 400 and above: what happened, in the upstream's own words, and what to change. */
export function formatUpstreamFailure(refusal: UpstreamFailure): string {
  const { status, statusText, host, text } = refusal;
  const title = statusText === "" ? `${status}` : `${status} ${statusText}`;
  const said = readUpstreamMessage(text);
  const lines = [`${host} answered ${title}.`, said && `It says: ${said}`, advice(refusal)];
  return lines.filter((line) => line !== "").join("\n");
}

function advice(refusal: UpstreamFailure): string {
  const { status } = refusal;
  const exact = advices[status];
  if (exact) return exact(refusal);
  return status >= 500
    ? "The fault is the API's own. Try again later; a call that changes something may have taken effect."
    : "";
}

const checkInput = () => "Change the input as it says and call again.";

const advices: Readonly<Record<number, (refusal: UpstreamFailure) => string>> = {
  400: checkInput,
  401: ({ credentials }) =>
    credentials.length === 0
      ? "No credential was sent, as none is set in the environment of this MCP server."
      : `${named(credentials)} was not accepted. ${remedy(credentials)}; other input will not help.`,
  403: ({ credentials }) =>
    credentials.length === 0
      ? "No credential was sent, as none is set in the environment of this MCP server."
      : `${named(credentials)} may not do this. It needs more rights, or another one has to be set.`,
  404: () => "Check the ids and names in the input: what they name is not there, or not visible with this credential.",
  405: () => "The API does not offer this operation at this address. Check API_BASE_URL.",
  409: () => "It conflicts with the present state. Read the resource again and decide anew.",
  410: () => "What was asked for is gone for good.",
  412: () => "The resource was changed meanwhile. Read it again and repeat the call with its new version.",
  413: () => "Send less.",
  415: () => "Send the body as another content type.",
  422: checkInput,
  429: ({ retryAfter }) =>
    retryAfter === null ? "Too many calls: wait before the next one." : `Too many calls: wait ${waiting(retryAfter)}.`,
};

function named(credentials: readonly UpstreamCredential[]): string {
  const accounts = credentials.flatMap(({ account }) => account ?? []);
  if (accounts.length > 0) return `The account connected at ${accounts.map(({ provider }) => provider).join(" and ")}`;
  return `The credential in ${[...new Set(credentials.flatMap((one) => one.variables))].join(" and ")}`;
}

const remedy = (credentials: readonly UpstreamCredential[]) =>
  credentials.some(({ account }) => account)
    ? "Its owner has to connect it again, or another one"
    : "Its owner has to set a valid one";
const waiting = (retryAfter: string) => (/^\d+$/.test(retryAfter) ? `${retryAfter} s` : `until ${retryAfter}`);

/** The message inside the answer, whichever of the usual shapes it has. */
export function readUpstreamMessage(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const said = fromJson(trimmed) ?? (isHtml(trimmed) ? fromHtml(trimmed) : trimmed);
  return said.length > longestMessage ? `${said.slice(0, longestMessage)} ... (${said.length} characters)` : said;
}

function fromJson(text: string): string | undefined {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    const parsed = readJson(text);
    return messageOf(parsed) || JSON.stringify(parsed);
  } catch {
    return undefined;
  }
}

/** RFC 9457, `{ error: { message } }`, `{ error, error_description }`, `{ message, errors }`, `{ detail: [...] }`, `{ fault }` and the like. */
function messageOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return details(value);
  if (!isRecord(value)) return "";
  const main = [
    value.title,
    value.error_description,
    value.message,
    value.detail,
    value.reason,
    value.error,
    value.fault,
    value.faultstring,
  ]
    .map((part) => (Array.isArray(part) ? details(part) : messageOf(part)))
    .filter((part) => part !== "");
  const more = [value.errors, value.details, value["invalid-params"], value.violations]
    .map(details)
    .filter((part) => part !== "");
  return [...new Set([...main, ...more])].join(" - ");
}

/** Which fields are wrong, in a list or a map from field to message. */
function details(value: unknown): string {
  const list = Array.isArray(value) ? value.map(detail) : isRecord(value) ? Object.entries(value).map(fieldDetail) : [];
  const said = list.filter((one) => one !== "");
  const rest = said.length > mostDetails ? [`and ${said.length - mostDetails} more`] : [];
  return [...said.slice(0, mostDetails), ...rest].join("; ");
}

function detail(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return "";
  const where = [value.pointer, value.path, value.loc, value.field, value.param, value.name, value.property].find(
    (one) => one !== undefined,
  );
  const place = Array.isArray(where) ? where.join("/") : typeof where === "string" ? where : "";
  const said =
    messageOf({ ...value, title: value.msg ?? value.title }) || (typeof value.code === "string" ? value.code : "");
  return [place, said].filter((part) => part !== "").join(": ");
}

function fieldDetail([field, value]: [string, unknown]): string {
  const said = Array.isArray(value) ? value.map(messageOf).join(", ") : messageOf(value);
  return said === "" ? "" : `${field}: ${said}`;
}

const isHtml = (text: string) =>
  /^(<!doctype html|<html|<head|<body)/i.test(text) || /<title>/i.test(text.slice(0, 2000));

/** A page for people: its title says what it is about, its markup says nothing to a model. */
function fromHtml(html: string): string {
  // Titles stand at the beginning; over a whole page of many beginnings the search would take minutes.
  const start = html.slice(0, 8192);
  const found = /<title[^>]*>([^<]*)<\/title>/i.exec(start)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(start)?.[1];
  return found === undefined
    ? "a web page instead of an answer of the API"
    : `a web page titled "${found.replaceAll(/\s+/g, " ").trim()}"`;
}
