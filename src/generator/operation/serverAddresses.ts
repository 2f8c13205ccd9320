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
  /** As declared, with `{name}` for variables. */
  readonly url: string;
  /** Whether the URL is absolute, with http or https. */
  readonly usable: boolean;
  readonly variables: NonNullable<ApiDefinition["variables"]>;
  /** The environment variables that set the server variables. */
  readonly environmentVariables: readonly ServerVariable[];
}

/** The addresses of the API in the document's order, resolved against the document's URL. */
export function readDocumentServers(document: OpenapiDocument, documentUrl: string | undefined): ServerAddress[] {
  const { root, family } = document;
  if (family === "2.0") return readSwaggerServers(root, documentUrl);
  const declared = readServerAddresses({ value: root.servers, pointer: "/servers" }, documentUrl);
  return declared.length > 0 ? declared : [createServerAddress("/", {}, documentUrl)];
}

export function readServerAddresses({ value }: DocumentNode, documentUrl: string | undefined): ServerAddress[] {
  return asList(value).flatMap((server) => {
    if (!isRecord(server) || typeof server.url !== "string") return [];
    return [createServerAddress(server.url.trim(), asObject(server.variables), documentUrl)];
  });
}

function readSwaggerServers(root: JsonObject, documentUrl: string | undefined): ServerAddress[] {
  const host = asText(root.host).trim();
  const basePath = `/${asText(root.basePath).trim().replace(/^\/+/, "")}`;
  if (host === "") return [createServerAddress(basePath, {}, documentUrl)];
  const schemes = asTextList(root.schemes).map((scheme) => scheme.toLowerCase());
  const documentScheme = documentUrl === undefined ? undefined : URL.parse(documentUrl)?.protocol.replace(":", "");
  const scheme =
    ["https", "http"].find((preferredScheme) => schemes.includes(preferredScheme)) ?? documentScheme ?? "https";
  return [createServerAddress(`${scheme}://${host.replace(/^[a-z]+:\/\//i, "")}${basePath}`, {}, undefined)];
}

function createServerAddress(declared: string, variables: JsonObject, documentUrl: string | undefined): ServerAddress {
  const variableNames = [...new Set([...declared.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []))];
  const readVariables = variableNames.map((name) => readVariable(name, asObject(variables[name])));
  const defaults = new Map(readVariables.map(({ name, definition }) => [name, definition?.default]));
  const fillDefaults = (text: string) =>
    text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => defaults.get(name) ?? whole);
  const url = resolveUrl(declared, documentUrl);
  return {
    url: url.replace(/\/+$/, ""),
    usable: /^https?:\/\/[^/]/i.test(fillDefaults(url)),
    variables: Object.fromEntries(
      readVariables.flatMap(({ name, definition }) => (definition ? [[name, definition]] : [])),
    ),
    environmentVariables: readVariables.map(({ setting: environmentVariable }) => environmentVariable),
  };
}

function readVariable(name: string, value: JsonObject) {
  const choices = asTextList(value.enum);
  const defaultValue =
    typeof value.default === "string" || typeof value.default === "number" ? String(value.default) : choices[0];
  const definition =
    defaultValue === undefined
      ? undefined
      : { default: defaultValue, ...(choices.includes(defaultValue) ? { enum: choices } : {}) };
  const notes = [
    cleanLine(value.description, 200) || `{${name}} in the address of the API.`,
    choices.length > 0 ? `One of ${choices.join(", ")}.` : "",
    defaultValue === undefined ? "" : `${defaultValue} unless set.`,
  ];
  const description = notes.filter((note) => note !== "").join(" ");
  const environmentVariable = {
    name: toServerVariableName(name),
    required: defaultValue === undefined,
    secret: false,
    description,
  };
  return { name, definition, setting: environmentVariable };
}

/** Preserves braces, which the URL parser would escape. */
function resolveUrl(declared: string, documentUrl: string | undefined): string {
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
