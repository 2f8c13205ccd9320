import type { ServerVariable } from "../../contract/servers.ts";
import type { ApiDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { DocumentNode } from "../document/references.ts";
import { toServerVariableName } from "./variableNames.ts";

export interface ServerAddress {
  /** As declared; with `{name}` for variables. */
  readonly url: string;
  /** Absolute, http or https. */
  readonly usable: boolean;
  readonly variables: NonNullable<ApiDefinition["variables"]>;
  /** What a person may set. */
  readonly settings: readonly ServerVariable[];
}

/** The addresses of the API, in order, resolved against where the document came from. */
export function readDocumentServers(document: OpenapiDocument, documentUrl: string | undefined): ServerAddress[] {
  const { root, family } = document;
  if (family === "2.0") return swaggerServers(root, documentUrl);
  const declared = readServerAddresses({ value: root.servers, pointer: "/servers" }, documentUrl);
  return declared.length > 0 ? declared : [address("/", {}, documentUrl)];
}

export function readServerAddresses({ value }: DocumentNode, documentUrl: string | undefined): ServerAddress[] {
  return asList(value).flatMap((server) => {
    if (!isRecord(server) || typeof server.url !== "string") return [];
    return [address(server.url.trim(), asObject(server.variables), documentUrl)];
  });
}

function swaggerServers(root: JsonObject, documentUrl: string | undefined): ServerAddress[] {
  const host = asText(root.host).trim();
  const basePath = `/${asText(root.basePath).trim().replace(/^\/+/, "")}`;
  if (host === "") return [address(basePath, {}, documentUrl)];
  const schemes = asTextList(root.schemes).map((scheme) => scheme.toLowerCase());
  const own = documentUrl === undefined ? undefined : URL.parse(documentUrl)?.protocol.replace(":", "");
  const scheme = ["https", "http"].find((known) => schemes.includes(known)) ?? own ?? "https";
  return [address(`${scheme}://${host.replace(/^[a-z]+:\/\//i, "")}${basePath}`, {}, undefined)];
}

function address(declared: string, variables: JsonObject, documentUrl: string | undefined): ServerAddress {
  const used = [...new Set([...declared.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []))];
  const read = used.map((name) => readVariable(name, asObject(variables[name])));
  const initial = new Map(read.map(({ name, definition }) => [name, definition?.default]));
  const filled = (text: string) =>
    text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => initial.get(name) ?? whole);
  const url = resolve(declared, documentUrl);
  return {
    url: url.replace(/\/+$/, ""),
    usable: /^https?:\/\/[^/]/i.test(filled(url)),
    variables: Object.fromEntries(read.flatMap(({ name, definition }) => (definition ? [[name, definition]] : []))),
    settings: read.map(({ setting }) => setting),
  };
}

function readVariable(name: string, value: JsonObject) {
  const choices = asTextList(value.enum);
  const initial =
    typeof value.default === "string" || typeof value.default === "number" ? String(value.default) : choices[0];
  const definition =
    initial === undefined ? undefined : { default: initial, ...(choices.includes(initial) ? { enum: choices } : {}) };
  const notes = [
    cleanLine(value.description, 200) || `{${name}} in the address of the API.`,
    choices.length > 0 ? `One of ${choices.join(", ")}.` : "",
    initial === undefined ? "" : `${initial} unless set.`,
  ];
  const description = notes.filter((note) => note !== "").join(" ");
  const setting = { name: toServerVariableName(name), required: initial === undefined, secret: false, description };
  return { name, definition, setting };
}

/** Braces survive: a URL parser would escape them. */
function resolve(declared: string, documentUrl: string | undefined): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(declared) || declared.startsWith("{") || documentUrl === undefined) return declared;
  const base = URL.parse(declared.replaceAll("{", "%7B").replaceAll("}", "%7D"), documentUrl);
  return base ? base.href.replaceAll("%7B", "{").replaceAll("%7D", "}") : declared;
}

export const getServersPointer = ({ family, root }: OpenapiDocument) =>
  family === "2.0"
    ? root.basePath === undefined
      ? ""
      : "/basePath"
    : root.servers === undefined
      ? ""
      : appendToPointer("", "servers");
