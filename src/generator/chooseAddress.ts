import type { ServerVariable } from "../contract/servers.ts";
import type { ApiDefinition } from "../runtime/definition.ts";
import { createWarningProblem, type ReportProblem } from "./document/problemCollector.ts";
import type { OpenapiDocument } from "./document/readOpenapiDocument.ts";
import { getServersPointer, readDocumentServers, type ServerAddress } from "./operation/serverAddresses.ts";

/** The address that requests are sent to. */
export interface ApiDestination {
  /** Empty if the environment must provide it. */
  readonly url: string;
  /** Adds the address of a single operation. */
  add(address: ServerAddress): void;
  listVariables(): {
    variables: NonNullable<ApiDefinition["variables"]>;
    environmentVariables: readonly ServerVariable[];
  };
}

interface AddressOptions {
  readonly baseUrl?: string;
  readonly documentUrl?: string;
}

/** Chooses the requested base URL, else the document's first absolute URL, else leaves the choice to `API_BASE_URL`. */
export function chooseAddress(
  document: OpenapiDocument,
  { baseUrl, documentUrl }: AddressOptions,
  report: ReportProblem,
): ApiDestination {
  const servers = readDocumentServers(document, documentUrl);
  const first = servers.find(({ usable }) => usable);
  if (baseUrl !== undefined) return createDestination(baseUrl.replace(/\/+$/, ""), [], servers);
  if (first) return createDestination(first.url, [first], servers);
  const declared = servers.map(({ url }) => url || "/").join(", ");
  const message = `The document has no absolute server URL (its servers: ${declared}). Set API_BASE_URL before the server runs.`;
  report(createWarningProblem("no_absolute_server", message, getServersPointer(document)));
  return createDestination("", [], servers);
}

function createDestination(
  url: string,
  used: readonly ServerAddress[],
  servers: readonly ServerAddress[],
): ApiDestination {
  const addresses = [...used];
  return {
    url,
    add: (address) => addresses.push(address),
    listVariables: () => ({
      variables: Object.assign({}, ...addresses.map(({ variables }) => variables).reverse()),
      environmentVariables: [
        createBaseUrlVariable(url, servers),
        ...removeDuplicates(addresses.flatMap(({ environmentVariables }) => environmentVariables)),
      ],
    }),
  };
}

function createBaseUrlVariable(url: string, servers: readonly ServerAddress[]): ServerVariable {
  const others = servers.map((server) => server.url).filter((other) => other !== url && /^https?:/.test(other));
  const path = servers[0]?.url ?? "";
  const example = `https://api.example.com${path.startsWith("/") ? path : ""}`;
  const notes =
    url === "" ? [`The address of the API, such as ${example}.`] : ["The address of the API.", `${url} unless set.`];
  const otherAddresses = others.length > 0 ? [`Others: ${others.slice(0, 5).join(", ")}.`] : [];
  return {
    name: "API_BASE_URL",
    required: url === "",
    secret: false,
    description: [...notes, ...otherAddresses].join(" "),
  };
}

const removeDuplicates = (variables: readonly ServerVariable[]) => [
  ...new Map(variables.map((variable) => [variable.name, variable])).values(),
];
