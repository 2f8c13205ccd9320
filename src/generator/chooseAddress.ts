import type { ServerVariable } from "../contract/servers.ts";
import type { ApiDefinition } from "../runtime/definition.ts";
import { createWarningProblem, type ReportProblem } from "./document/problemCollector.ts";
import type { OpenapiDocument } from "./document/readOpenapiDocument.ts";
import { getServersPointer, readDocumentServers, type ServerAddress } from "./operation/serverAddresses.ts";

/** Where requests go. */
export interface ApiDestination {
  /** Empty where the environment must say it. */
  readonly url: string;
  /** Takes note of another address that some operation has. */
  add(address: ServerAddress): void;
  known(): { variables: NonNullable<ApiDefinition["variables"]>; settings: readonly ServerVariable[] };
}

interface Wanted {
  readonly baseUrl?: string;
  readonly documentUrl?: string;
}

/** The base URL that was asked for, else the document's first that is absolute, else what `API_BASE_URL` will say. */
export function chooseAddress(
  document: OpenapiDocument,
  { baseUrl, documentUrl }: Wanted,
  report: ReportProblem,
): ApiDestination {
  const servers = readDocumentServers(document, documentUrl);
  const first = servers.find(({ usable }) => usable);
  if (baseUrl !== undefined) return destination(baseUrl.replace(/\/+$/, ""), [], servers);
  if (first) return destination(first.url, [first], servers);
  const declared = servers.map(({ url }) => url || "/").join(", ");
  const message = `The document does not say where the API is (its servers: ${declared}); API_BASE_URL has to be set before the server can run.`;
  report(createWarningProblem("no_absolute_server", message, getServersPointer(document)));
  return destination("", [], servers);
}

function destination(url: string, used: readonly ServerAddress[], servers: readonly ServerAddress[]): ApiDestination {
  const addresses = [...used];
  return {
    url,
    add: (address) => addresses.push(address),
    known: () => ({
      variables: Object.assign({}, ...addresses.map(({ variables }) => variables).reverse()),
      settings: [baseVariable(url, servers), ...distinct(addresses.flatMap(({ settings }) => settings))],
    }),
  };
}

function baseVariable(url: string, servers: readonly ServerAddress[]): ServerVariable {
  const others = servers.map((server) => server.url).filter((other) => other !== url && /^https?:/.test(other));
  const path = servers[0]?.url ?? "";
  const example = `https://api.example.com${path.startsWith("/") ? path : ""}`;
  const notes =
    url === "" ? [`The address of the API, such as ${example}.`] : ["The address of the API.", `${url} unless set.`];
  const known = others.length > 0 ? [`Others: ${others.slice(0, 5).join(", ")}.`] : [];
  return { name: "API_BASE_URL", required: url === "", secret: false, description: [...notes, ...known].join(" ") };
}

const distinct = (variables: readonly ServerVariable[]) => [
  ...new Map(variables.map((variable) => [variable.name, variable])).values(),
];
