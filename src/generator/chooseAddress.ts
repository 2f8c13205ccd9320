import type { ServerVariable } from "../contract/servers.ts";
import type { ApiDefinition } from "../runtime/definition.ts";
import type { OperationNode } from "./document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "./document/problemCollector.ts";
import type { OpenapiDocument } from "./document/readOpenapiDocument.ts";
import { createUniqueName } from "./document/uniqueName.ts";
import { toSnakeCase } from "./operation/nameStyle.ts";
import { findOwnServers } from "./operation/readOperation.ts";
import {
  type AddressVariable,
  getServersPointer,
  readDocumentServers,
  readServerAddresses,
  type ServerAddress,
} from "./operation/serverAddresses.ts";
import { toServerVariableName } from "./operation/variableNames.ts";

/** The address that requests are sent to. */
export interface ApiDestination {
  /** Empty if the environment must provide it. */
  readonly url: string;
  /** Adds the address of a single operation and returns it with the names that its variables have here. */
  add(address: ServerAddress): string;
  listVariables(): {
    variables: NonNullable<ApiDefinition["variables"]>;
    environmentVariables: readonly ServerVariable[];
  };
  /** `API_BASE_URL` */
  createBaseUrlVariable(sendsCredentials: boolean): ServerVariable;
}

interface AddressOptions {
  /** The operations that are offered. */
  readonly sites: readonly OperationNode[];
  readonly baseUrl?: string;
  readonly documentUrl?: string;
}

/**
 * Chooses the requested base URL, else the document's first server. If that is relative to an address that is not known, and all
 * operations have a server of their own, that of the first is the API's. Otherwise the user sets `API_BASE_URL`: another server of the
 * list may be a sandbox.
 */
export function chooseAddress(
  document: OpenapiDocument,
  { sites, baseUrl, documentUrl }: AddressOptions,
  report: ReportProblem,
): ApiDestination {
  const servers = readDocumentServers(document, documentUrl);
  const first = servers.find(({ url, usable }) => usable || !/^[a-z][a-z0-9+.-]*:/i.test(url));
  if (baseUrl !== undefined) return createDestination({ url: baseUrl.replace(/\/+$/, ""), variables: [] }, servers);
  const address = first?.usable ? first : findFirstOwnAddress(sites);
  if (address) return createDestination(address, servers);
  const declared = servers.map(({ url }) => url || "/").join(", ");
  const reason =
    first && servers.some(({ usable }) => usable) ? "'s first server has no host" : " has no absolute server URL";
  const message = `The document${reason} (its servers: ${declared}). Set API_BASE_URL before the server runs.`;
  report(createWarningProblem("no_absolute_server", message, getServersPointer(document)));
  return createDestination({ url: "", variables: [] }, servers);
}

/** undefined: an operation has no address of its own. */
function findFirstOwnAddress(sites: readonly OperationNode[]): ServerAddress | undefined {
  const addresses = sites.map((site) => {
    const own = findOwnServers(site);
    return own && readServerAddresses(own, undefined).find(({ usable }) => usable);
  });
  return addresses.includes(undefined) ? undefined : addresses[0];
}

function createDestination(
  address: Pick<ServerAddress, "url" | "variables">,
  servers: readonly ServerAddress[],
): ApiDestination {
  const variables = createVariableNames();
  const url = variables.add(address);
  return {
    url,
    add: variables.add,
    createBaseUrlVariable: (sendsCredentials) =>
      createBaseUrlVariable(fillDefaults(address), servers, sendsCredentials),
    listVariables: () => {
      const added = variables.list();
      return {
        variables: Object.fromEntries(
          added.flatMap(({ name, definition }) => (definition === undefined ? [] : [[name, definition]])),
        ),
        environmentVariables: added.map(({ setting }) => setting),
      };
    },
  };
}

/** The environment limits the names of its variables. */
const longestName = 60;

/**
 * Collects the variables of all addresses. Each has a setting of its own: of two variables with one name and different values, or with
 * names that differ in punctuation only, the second gets a number.
 */
function createVariableNames() {
  const bySetting = new Map<string, AddressVariable>();
  const names = new Map<string, string>();
  const addVariable = (variable: AddressVariable): string => {
    const key = JSON.stringify([variable.name, variable.definition]);
    const known = names.get(key);
    if (known !== undefined) return known;
    const isTaken = (one: string) => bySetting.has(toServerVariableName(one));
    const isUsable = variable.name.length <= longestName && !isTaken(variable.name);
    const name = isUsable
      ? variable.name
      : createUniqueName(toSnakeCase(variable.name) || "variable", isTaken, longestName);
    const setting = { ...variable.setting, name: toServerVariableName(name) };
    names.set(key, name);
    bySetting.set(setting.name, { ...variable, name, setting });
    return name;
  };
  return {
    list: () => [...bySetting.values()],
    add: ({ url, variables }: Pick<ServerAddress, "url" | "variables">): string => {
      const added = new Map(variables.map((variable) => [variable.name, addVariable(variable)]));
      return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
        const own = added.get(name);
        return own === undefined ? whole : `{${own}}`;
      });
    },
  };
}

/** The URL with the defaults of its variables. */
function fillDefaults({ url, variables }: Pick<ServerAddress, "url" | "variables">): string {
  const defaults = new Map(variables.map(({ name, definition }) => [name, definition?.default]));
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => defaults.get(name) ?? whole);
}

function createBaseUrlVariable(
  url: string,
  servers: readonly ServerAddress[],
  sendsCredentials: boolean,
): ServerVariable {
  const others = servers.map(fillDefaults).filter((other) => other !== url && /^https?:/.test(other));
  const [first] = servers;
  const path = first ? fillDefaults(first) : "";
  const example = `https://api.example.com${path.startsWith("/") ? path : ""}`;
  const isRequired = url === "";
  const notes = isRequired
    ? [`The address of the API, such as ${example}.`]
    : ["The address of the API.", `${url} unless set.`];
  const otherAddresses = others.length > 0 ? [`Others: ${others.slice(0, 5).join(", ")}.`] : [];
  const receiver = isRequired ? "The credentials go to it." : "If you set it, the credentials go to it.";
  const credentials = sendsCredentials ? [receiver] : [];
  return {
    name: "API_BASE_URL",
    required: isRequired,
    secret: false,
    description: [...notes, ...otherAddresses, ...credentials].join(" "),
  };
}
