import * as z from "zod";
import { formatCredentialHosts, parseCredentialHosts } from "../../../text/hosts/credentialHost.ts";
import { readHostName } from "../../../text/hosts/hostName.ts";
import { readAddedHeader } from "../../../text/variables/addedHeader.ts";
import type { ServiceContext } from "../../context.ts";
import { jsonColumn } from "../../storage/rows/jsonColumn.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import type { AllowedHosts } from "./serverEgress.ts";

interface RunningVersion {
  readonly serverId: string;
  /** undefined if the server has no version. */
  readonly version: VersionRow | undefined;
  /** The variables of the server's process. */
  readonly environment: Readonly<Record<string, string>>;
}

const allowedHostsRow = z.object({ allowed_hosts_json: jsonColumn(z.array(z.string())) });

/** Returns a function that reads the hosts of a running version. What the user allows later applies at once. */
export function createHostReader(
  context: Pick<ServiceContext, "db">,
  { serverId, version, environment }: RunningVersion,
): () => AllowedHosts {
  const byVersion = version
    ? [...listVersionHosts(version, environment), ...listCredentialHosts(version, environment)]
    : [];
  const byEnvironment = listEnvironmentHosts(version, environment);
  const sql = "SELECT allowed_hosts_json FROM servers WHERE id = ?";
  return () => {
    const allowed = context.db.get(allowedHostsRow, sql, serverId)?.allowed_hosts_json ?? [];
    return { byUser: [...allowed, ...byEnvironment], byVersion };
  };
}

const manifestSchema = z.object({
  _meta: z.object({
    "io.modelcontextprotocol.registry/publisher-provided": z.object({ apiUrls: z.array(z.string()) }),
  }),
});

/** The hosts of the URLs in a version's manifest, in which the environment sets the variables of the API's document. */
function listVersionHosts(
  { manifest_json: manifest }: VersionRow,
  environment: RunningVersion["environment"],
): string[] {
  const { _meta } = manifestSchema.safeParse(manifest).data ?? {};
  const urls = _meta?.["io.modelcontextprotocol.registry/publisher-provided"].apiUrls ?? [];
  return urls.flatMap((url) => {
    const filled = url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => environment[name] || whole);
    return readHostName(filled) ?? [];
  });
}

/**
 * The hosts that receive a credential, in the variables that list them. The user agreed to them, but the document chose their names:
 * their owner could let them lead to this machine at any time.
 */
function listCredentialHosts(version: VersionRow, environment: RunningVersion["environment"]): string[] {
  const variables = version.variables_json.filter(({ hosts }) => hosts !== undefined);
  return variables.flatMap(({ name }) =>
    parseCredentialHosts(environment[name] ?? "").flatMap(
      (host) => readHostName(host.includes("://") ? host : `https://${host}`) ?? [],
    ),
  );
}

/** Describes each credential that has a value but goes to no host, because the user has not agreed to the hosts of the version. */
export function listCredentialsWithoutHosts(
  version: VersionRow | undefined,
  environment: RunningVersion["environment"],
): string[] {
  const variables = version?.variables_json ?? [];
  const isOverridden = variables.some(({ name, required }) => name === "API_BASE_URL" && !required);
  if (isOverridden && environment.API_BASE_URL?.trim()) return [];
  return variables.flatMap(({ name, hosts, credential }) => {
    const agreed = parseCredentialHosts(environment[name] ?? "");
    const missing = hosts?.filter((host) => !agreed.includes(host)) ?? [];
    const values = variables.filter((one) => one.hosts === undefined && one.credential?.name === credential?.name);
    const set = values.filter((one) => environment[one.name]?.trim()).map((one) => one.name);
    if (missing.length === 0 || credential === undefined || set.length === 0) return [];
    const list = formatCredentialHosts(missing);
    return `Requests with ${set.join(" and ")} will fail: the credential may not go to ${list} yet. Deploy again and agree, or add the host to ${name}.`;
  });
}

/** The hosts of the URLs that the user wrote into the environment. Lists of hosts are not written for it: the document proposes them. */
function listEnvironmentHosts(version: VersionRow | undefined, environment: RunningVersion["environment"]): string[] {
  const lists = new Set(version?.variables_json.filter(({ hosts }) => hosts !== undefined).map(({ name }) => name));
  return Object.entries(environment).flatMap(([name, value]) =>
    lists.has(name) || readAddedHeader(name) || !value.includes("://") ? [] : (readHostName(value) ?? []),
  );
}
