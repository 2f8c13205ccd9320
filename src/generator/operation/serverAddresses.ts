import { isDeepStrictEqual } from "node:util";
import type { ServerVariable } from "../../contract/servers.ts";
import type { ApiDefinition } from "../../runtime/definition.ts";
import { isPrivateHostname } from "../../text/hosts/isLoopbackHostname.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { DocumentNode } from "../document/references.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { toServerVariableName } from "./variableNames.ts";

export interface ServerAddress {
  /** As declared, with `{name}` for variables. */
  readonly url: string;
  /** Whether the URL is absolute, with http or https, and can be requested. */
  readonly usable: boolean;
  readonly variables: readonly AddressVariable[];
}

/** What relative addresses are resolved against. */
type BaseAddress = Pick<ApiDefinition, "variables"> & { readonly url: string };

/** A `{name}` in an address. */
export interface AddressVariable {
  readonly name: string;
  /** undefined: the environment must set the variable. */
  readonly definition: NonNullable<ApiDefinition["variables"]>[string] | undefined;
  /** The environment variable that sets it. */
  readonly setting: ServerVariable;
}

/** The addresses of the API in the document's order, resolved against the document's URL. */
export function readDocumentServers(document: OpenapiDocument, documentUrl: string | undefined): ServerAddress[] {
  const { root, family } = document;
  if (family === "2.0") return readSwaggerServers(root, documentUrl);
  const base = documentUrl === undefined ? undefined : { url: documentUrl };
  const declared = readServerAddresses({ value: root.servers, pointer: "/servers" }, base);
  return declared.length > 0 ? declared : [createServerAddress("/", {}, base)];
}

/** The addresses of a list of servers, resolved against `base`, which may have variables. */
export function readServerAddresses({ value }: DocumentNode, base: BaseAddress | undefined): ServerAddress[] {
  return asList(value).flatMap((server) => {
    if (!isRecord(server) || typeof server.url !== "string") return [];
    return [createServerAddress(server.url.trim(), asObject(server.variables), base)];
  });
}

function readSwaggerServers(root: JsonObject, documentUrl: string | undefined): ServerAddress[] {
  const host = asText(root.host).trim();
  const basePath = `/${asText(root.basePath).trim().replace(/^\/+/, "")}`;
  if (host === "")
    return [createServerAddress(basePath, {}, documentUrl === undefined ? undefined : { url: documentUrl })];
  const schemes = asTextList(root.schemes).map((scheme) => scheme.toLowerCase());
  const documentScheme = documentUrl === undefined ? undefined : URL.parse(documentUrl)?.protocol.replace(":", "");
  const authority = host.replace(/^[a-z]+:\/\//i, "");
  // A host of this machine or its network rarely has a certificate.
  const preferred = isPrivateAuthority(authority) ? ["http", "https"] : ["https", "http"];
  const scheme = preferred.find((one) => schemes.includes(one)) ?? documentScheme ?? preferred[0];
  return [createServerAddress(`${scheme}://${authority}${basePath}`, {}, undefined)];
}

function isPrivateAuthority(authority: string): boolean {
  const url = URL.parse(`http://${authority}`);
  return url !== null && isPrivateHostname(url.hostname);
}

function createServerAddress(
  template: string,
  variables: JsonObject,
  givenBase: BaseAddress | undefined,
): ServerAddress {
  const base = resolveUrl(template, givenBase?.url) === template ? undefined : givenBase;
  const ownVariables = listVariableNames(template).map((name) => readVariable(name, asObject(variables[name])));
  const { declared, variables: readVariables } = separateVariables(template, ownVariables, base);
  const defaults = new Map([
    ...Object.entries(base?.variables ?? {}).map(([name, definition]) => [name, definition.default] as const),
    ...readVariables.map(({ name, definition }) => [name, definition?.default] as const),
  ]);
  const url = resolveUrl(declared, base?.url);
  return { url: url.replace(/\/+$/, ""), usable: isRequestable(url, defaults), variables: readVariables };
}

const listVariableNames = (template: string) => [
  ...new Set([...template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? [])),
];

/** Renames variables of a relative address whose names the base uses with other values. */
function separateVariables(template: string, own: readonly AddressVariable[], base: BaseAddress | undefined) {
  const taken = new Set([...listVariableNames(base?.url ?? ""), ...own.map(({ name }) => name)]);
  const isOfBase = ({ name, definition }: AddressVariable) =>
    listVariableNames(base?.url ?? "").includes(name) && !isDeepStrictEqual(definition, base?.variables?.[name]);
  const names = new Map<string, string>();
  for (const variable of own.filter(isOfBase)) {
    const name = createUniqueName(variable.name, (one) => taken.has(one));
    taken.add(name);
    names.set(variable.name, name);
  }
  const rename = (name: string) => names.get(name) ?? name;
  return {
    declared: template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => `{${rename(name)}}`),
    variables: own.map((variable) => ({
      ...variable,
      name: rename(variable.name),
      setting: { ...variable.setting, name: toServerVariableName(rename(variable.name)) },
    })),
  };
}

function isRequestable(template: string, defaults: ReadonlyMap<string, string | undefined>): boolean {
  const whole = template.replaceAll(/\{([^{}]+)\}/g, (variable, name: string) => defaults.get(name) ?? variable);
  // A digit is valid wherever a variable that the environment sets may be: in a host, a port and a path.
  const url = /^https?:\/\/[^/]/i.test(whole) ? URL.parse(whole.replaceAll(/\{[^{}]+\}/g, "1")) : null;
  return url !== null && url.username === "" && url.password === "";
}

function readVariable(name: string, value: JsonObject): AddressVariable {
  const choices = asTextList(value.enum);
  const defaultValue =
    typeof value.default === "string" || typeof value.default === "number" ? String(value.default) : choices[0];
  const definition =
    defaultValue === undefined
      ? undefined
      : { default: defaultValue, ...(choices.includes(defaultValue) ? { enum: choices } : {}) };
  const notes = [
    endSentence(cleanLine(value.description, 200)) || `{${name}} in the address of the API.`,
    choices.length > 0 ? `One of ${choices.join(", ")}.` : "",
    defaultValue === undefined ? "" : `${defaultValue} unless set.`,
  ];
  const description = notes.filter((note) => note !== "").join(" ");
  const required = defaultValue === undefined;
  return { name, definition, setting: { name: toServerVariableName(name), required, secret: false, description } };
}

/** Resolves by text, because the URL parser rejects variables in a host and escapes them in a path. */
function resolveUrl(declared: string, base: string | undefined): string {
  const [, scheme, host, path = ""] = /^([^/?#]+:)(\/\/[^/?#]*)(.*)$/.exec(base ?? "") ?? [];
  if (declared.startsWith("//"))
    return `${scheme ?? (isPrivateAuthority(declared.slice(2)) ? "http:" : "https:")}${declared}`;
  if (scheme === undefined || /^[a-z][a-z0-9+.-]*:/i.test(declared) || declared.startsWith("{")) return declared;
  const escapeBraces = (text: string) => text.replaceAll("{", "%7B").replaceAll("}", "%7D");
  const url = URL.parse(escapeBraces(declared), `http://host${escapeBraces(path)}`);
  if (!url) return declared;
  return `${scheme}${host}${`${url.pathname}${url.search}`.replaceAll("%7B", "{").replaceAll("%7D", "}")}`;
}

export const getServersPointer = ({ family, root }: OpenapiDocument) =>
  family === "2.0"
    ? root.basePath === undefined
      ? ""
      : "/basePath"
    : root.servers === undefined
      ? ""
      : appendToPointer("", "servers");
