import { readExactJson } from "../../text/number/readExactJson.ts";
import { isRecord } from "../../text/record.ts";
import type { UpstreamCredential } from "./upstreamCredentials.ts";

/** A response with a status of 400 or above. */
export interface UpstreamFailure {
  readonly status: number;
  readonly statusText: string;
  /** The response body without secrets. */
  readonly text: string;
  readonly retryAfter: string | null;
  readonly host: string;
  readonly credentials: readonly UpstreamCredential[];
}

const longestMessage = 2000;
const mostDetails = 10;

/** Formats an error response for the model: the status, the upstream's message and advice. */
export function formatUpstreamFailure(failure: UpstreamFailure): string {
  const { status, statusText, host, text } = failure;
  const title = statusText === "" ? `${status}` : `${status} ${statusText}`;
  const message = readUpstreamMessage(text);
  const lines = [`${host} answered ${title}.`, message && `It says: ${message}`, formatAdvice(failure)];
  return lines.filter((line) => line !== "").join("\n");
}

function formatAdvice(failure: UpstreamFailure): string {
  const { status } = failure;
  const exact = adviceByStatus[status];
  if (exact) return exact(failure);
  return status >= 500 ? "The API failed. Try again later; a call that changes something may have taken effect." : "";
}

const adviseInputCheck = () => "Change the input as the message says and call again.";

const adviceByStatus: Readonly<Record<number, (failure: UpstreamFailure) => string>> = {
  400: adviseInputCheck,
  401: ({ credentials }) =>
    credentials.length === 0
      ? "No credential was sent because none is set in the environment of this MCP server."
      : `${formatCredentialNames(credentials)} was not accepted. ${formatRemedy(credentials)}; other input will not help.`,
  403: ({ credentials }) =>
    credentials.length === 0
      ? "No credential was sent because none is set in the environment of this MCP server."
      : `${formatCredentialNames(credentials)} may not do this. It needs more rights, or another one has to be set.`,
  404: () =>
    "Check the ids and names in the input: they do not exist, or are not visible with this credential. If every call answers so, " +
    "check API_BASE_URL.",
  405: () => "The API does not offer this operation at this address. Check API_BASE_URL.",
  409: () => "It conflicts with the current state. Read the resource again before you repeat the call.",
  410: () => "The resource was removed permanently.",
  412: () => "The resource was changed in the meantime. Read it again and repeat the call with its new version.",
  413: () => "Send less.",
  415: () => "Send the body as another content type.",
  422: adviseInputCheck,
  429: ({ retryAfter }) =>
    retryAfter === null
      ? "Too many calls: wait before the next one."
      : `Too many calls: wait ${formatRetryAfter(retryAfter)}.`,
};

function formatCredentialNames(credentials: readonly UpstreamCredential[]): string {
  const accounts = credentials.flatMap(({ account }) => account ?? []);
  if (accounts.length > 0) return `The account connected at ${accounts.map(({ provider }) => provider).join(" and ")}`;
  return `The credential in ${[...new Set(credentials.flatMap((one) => one.variables))].join(" and ")}`;
}

const formatRemedy = (credentials: readonly UpstreamCredential[]) =>
  credentials.some(({ account }) => account)
    ? "Its owner has to connect it again, or another one"
    : "Its owner has to set a valid one";
const formatRetryAfter = (retryAfter: string) => (/^\d+$/.test(retryAfter) ? `${retryAfter} s` : `until ${retryAfter}`);

/** Extracts the message from a response body of any common shape. */
export function readUpstreamMessage(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const message = readJsonMessage(trimmed) ?? (isHtml(trimmed) ? readHtmlMessage(trimmed) : trimmed);
  return message.length > longestMessage
    ? `${message.slice(0, longestMessage)} ... (${message.length} characters)`
    : message;
}

function readJsonMessage(text: string): string | undefined {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    const parsed = readExactJson(text);
    return formatMessage(parsed) || JSON.stringify(parsed);
  } catch {
    return undefined;
  }
}

/** RFC 9457, `{ error: { message } }`, `{ error, error_description }`, `{ message, errors }`, `{ detail: [...] }`, `{ fault }` and the like. */
function formatMessage(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return formatDetails(value);
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
    .map((part) => (Array.isArray(part) ? formatDetails(part) : formatMessage(part)))
    .filter((part) => part !== "");
  const more = [value.errors, value.details, value["invalid-params"], value.violations]
    .map(formatDetails)
    .filter((part) => part !== "");
  return [...new Set([...main, ...more])].join(" - ");
}

/** Formats the problems of single fields, from a list or from a map from field to message. */
function formatDetails(value: unknown): string {
  const list = Array.isArray(value)
    ? value.map(formatDetail)
    : isRecord(value)
      ? Object.entries(value).map(formatFieldDetail)
      : [];
  const message = list.filter((one) => one !== "");
  const rest = message.length > mostDetails ? [`and ${message.length - mostDetails} more`] : [];
  return [...message.slice(0, mostDetails), ...rest].join("; ");
}

function formatDetail(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return "";
  const location = [value.pointer, value.path, value.loc, value.field, value.param, value.name, value.property].find(
    (one) => one !== undefined,
  );
  const locationText = Array.isArray(location) ? location.join("/") : typeof location === "string" ? location : "";
  const message =
    formatMessage({ ...value, title: value.msg ?? value.title }) || (typeof value.code === "string" ? value.code : "");
  return [locationText, message].filter((part) => part !== "").join(": ");
}

function formatFieldDetail([field, value]: [string, unknown]): string {
  const message = Array.isArray(value) ? value.map(formatMessage).join(", ") : formatMessage(value);
  return message === "" ? "" : `${field}: ${message}`;
}

const isHtml = (text: string) =>
  /^(<!doctype html|<html|<head|<body)/i.test(text) || /<title>/i.test(text.slice(0, 2000));

/** Reduces an HTML page to its title, because its markup does not help a model. */
function readHtmlMessage(html: string): string {
  // The title is near the start. On a large page with many opening tags the search would take minutes.
  const start = html.slice(0, 8192);
  const found = /<title[^>]*>([^<]*)<\/title>/i.exec(start)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(start)?.[1];
  return found === undefined
    ? "a web page instead of an answer of the API"
    : `a web page titled "${found.replaceAll(/\s+/g, " ").trim()}"`;
}
