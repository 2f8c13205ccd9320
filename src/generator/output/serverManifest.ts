import type { ServerVariable } from "../../contract/servers.ts";
import type { ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine } from "../document/cleanText.ts";
import type { SourceDigests } from "../sourceDigests.ts";

export interface ServerDescription {
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
  /** The URLs of the API, see `listApiUrls`. */
  readonly apiUrls: readonly string[];
  /** The tool whose request checks the API. */
  readonly check: ToolDefinition | undefined;
  readonly source: SourceDigests;
}

/** The port of the container, and of a server that is started manually. */
export const containerPort = 3000;

/** The place of the registry for what a publisher adds. */
const publisherKey = "io.modelcontextprotocol.registry/publisher-provided";

/** Creates `server.json` of the MCP registry. Publishing requires the user's own namespace and image in place of the placeholders. */
export function createServerManifest({
  slug,
  name,
  version,
  description,
  variables,
  apiUrls,
  check,
  source,
}: ServerDescription): Record<string, unknown> {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `local/${slug}`,
    title: cleanLine(name, 100),
    description: cleanLine(description, 100) || `MCP server ${slug}.`,
    version,
    packages: [
      {
        registryType: "oci",
        identifier: `${slug}:${version}`,
        transport: { type: "streamable-http", url: `http://127.0.0.1:${containerPort}/mcp` },
        ...(variables.length > 0 ? { environmentVariables: variables.map(toEnvironmentVariable) } : {}),
      },
    ],
    _meta: {
      [publisherKey]: {
        apiUrls,
        // The runtime of the version reads the variables of added headers.
        addsHeaders: true,
        source,
        ...(check && { check: { tool: check.name, request: formatRequest(check) } }),
      },
    },
  };
}

const formatRequest = ({ request: { method, path } }: ToolDefinition) => `${method} ${path}`;

function toEnvironmentVariable({ name, description, required, secret, ...more }: ServerVariable) {
  const { hosts, sentTo, sentAs, documentation, credential } = more;
  return {
    name,
    description,
    ...(required ? { isRequired: true } : {}),
    ...(secret ? { isSecret: true } : {}),
    ...(hosts ? { hosts } : {}),
    ...(sentTo ? { sentTo } : {}),
    ...(sentAs === undefined ? {} : { sentAs }),
    ...(documentation === undefined ? {} : { documentation }),
    ...(credential ? { credential } : {}),
  };
}
