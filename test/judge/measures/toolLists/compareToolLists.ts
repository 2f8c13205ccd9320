import type { ServerVariable } from "../../../../src/contract/servers.ts";
import { asObject } from "../../../../src/generator/document/jsonValues.ts";
import type { ToolDefinition } from "../../../../src/runtime/definition.ts";
import { estimateToolTokens } from "../../../../src/text/estimateTokens.ts";
import type { PeerTool } from "./peerTools.ts";

/** What the tools of one description cost and lack, beside those of openapi-mcp-generator. */
export interface ToolListComparison {
  readonly tools: number;
  /** The tools whose inputs both describe. The peer takes a body other than JSON as text, and fails at some circular schemas. */
  readonly compared: number;
  readonly tokens: number;
  readonly peerTokens: number;
  readonly longNames: number;
  readonly peerLongNames: number;
  /** Bodies without a property where the peer's have some. */
  readonly emptyBodies: readonly string[];
  /** Inputs outside the path that carry a credential. */
  readonly credentialInputs: readonly string[];
  readonly peerCredentialInputs: number;
  /** The secret variables of the server. */
  readonly credentials: readonly string[];
}

const longestName = 50;
const credentialName = /^(authorization|(x-)?(api|auth|access)[-_]?(key|token)|token)$/i;
/** Here a token names what the request is about: a package to restore, a login to verify. */
const takesOwnToken = /\/packages\/.*\/restore$|\/verify$/;

export function compareToolLists(
  tools: readonly ToolDefinition[],
  variables: readonly ServerVariable[],
  peers: ReadonlyMap<string, PeerTool>,
): ToolListComparison {
  const pairs = tools.flatMap((tool) => {
    const peer = peers.get(`${tool.request.method} ${tool.request.path}`);
    const peerTokens = peer && describesInput(tool, peer) ? measurePeerTokens(peer) : undefined;
    return peer && peerTokens !== undefined ? [{ tool, peer, peerTokens }] : [];
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const isLong = ({ name }: { readonly name: string }) => name.length > longestName;
  return {
    ...{ tools: tools.length, compared: pairs.length },
    tokens: sum(pairs.map(({ tool }) => estimateToolTokens(tool))),
    peerTokens: sum(pairs.map(({ peerTokens }) => peerTokens)),
    longNames: tools.filter(isLong).length,
    peerLongNames: [...peers.values()].filter(isLong).length,
    emptyBodies: pairs.filter(({ tool, peer }) => isEmptied(tool, peer)).map(({ tool }) => tool.name),
    credentialInputs: tools.flatMap((tool) =>
      listCredentialInputs(tool, tool.request.path).map((input) => `${tool.name}.${input}`),
    ),
    peerCredentialInputs: sum([...peers.values()].map((peer) => listCredentialInputs(peer, peer.pathTemplate).length)),
    credentials: variables.filter(({ secret }) => secret).map(({ name }) => name),
  };
}

function describesInput({ request }: ToolDefinition, { inputSchema }: PeerTool): boolean {
  return request.body === undefined || asObject(inputSchema.properties.requestBody).type !== "string";
}

/** Undefined if its schema is circular, so that no server can list it. */
function measurePeerTokens(peer: PeerTool): number | undefined {
  try {
    return estimateToolTokens(peer);
  } catch {
    return undefined;
  }
}

function isEmptied({ inputSchema, request }: ToolDefinition, peer: PeerTool): boolean {
  if (request.body === undefined) return false;
  const body = asObject(inputSchema.properties)[request.body.property];
  return !hasProperties([body, inputSchema.$defs]) && hasProperties(peer.inputSchema.properties.requestBody);
}

const hasProperties = (schema: unknown) => /"properties":\{"/.test(JSON.stringify(schema) ?? "");

/** A token in a path names what the request is about. */
function listCredentialInputs({ inputSchema }: Pick<ToolDefinition, "inputSchema">, path: string): string[] {
  if (takesOwnToken.test(path)) return [];
  return Object.keys(asObject(inputSchema.properties)).filter(
    (name) => credentialName.test(name) && !path.includes(`{${name}}`),
  );
}
