import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { type AddressZone, getAddressZone } from "../network/addressZone.ts";
import { sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import type { FindRegistryCredentials, RegistryCredentials } from "./registryCredentials.ts";
import { createRefusal, RegistryError } from "./registryError.ts";

export interface RegistryRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  /** From `/v2/`, or the absolute URL that the registry gave. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opened again when the request is sent again. */
  readonly body?: () => Readable;
  /** What a token must allow, such as `repository:library/node:pull`. */
  readonly scope: string;
  /** For messages, like `read node:24 from docker.io`. */
  readonly action: string;
  /** Statuses that are no failure. */
  readonly accepted: readonly number[];
  readonly signal: AbortSignal;
}

export type SendRegistryRequest = (request: RegistryRequest) => Promise<IncomingMessage>;

/** How long a registry may send nothing. */
const idleMs = 60_000;

const maxRedirects = 5;

/** Sends requests to one registry: asks for a token where the registry wants one, and follows redirects without credentials. */
export function createRegistrySender(registry: string, findCredentials: FindRegistryCredentials): SendRegistryRequest {
  const authorizations = new Map<string, string>();
  const origin = getRegistryOrigin(registry);
  /** Of the registry, once it has responded. Addresses that it names must not be further inside the network. */
  let zone: AddressZone | undefined;
  const sendOwn = async (url: URL, request: RegistryRequest) => {
    const sent = await send(url, request, { authorization: authorizations.get(request.scope), from: undefined });
    zone = sent.firstZone;
    return sent.response;
  };
  return async (request) => {
    const url = new URL(request.path, origin);
    if (url.origin !== origin) {
      if (url.protocol !== "https:")
        throw new RegistryError(`Cannot ${request.action}: ${registry} gives an address of ${url.host} without TLS.`);
      return accept((await send(url, request, { authorization: undefined, from: zone })).response, request);
    }
    const response = await sendOwn(url, request);
    if (response.statusCode !== 401) return accept(response, request);
    const challenge = readChallenge(response.headers["www-authenticate"]);
    const renewed = await createAuthorization(challenge, { origin, zone }, request, findCredentials(registry));
    if (renewed === undefined) return accept(response, request);
    response.resume();
    authorizations.set(request.scope, renewed);
    return accept(await sendOwn(url, request), request);
  };
}

/** Only a registry on this machine is reached without TLS. */
function getRegistryOrigin(registry: string): string {
  if (registry === "docker.io") return "https://registry-1.docker.io";
  const { hostname } = new URL(`http://${registry}`);
  const isLocal = hostname === "localhost" || getAddressZoneOf(hostname) === "loopback";
  return new URL(`${isLocal ? "http" : "https"}://${registry}`).origin;
}

const getAddressZoneOf = (hostname: string) =>
  /^[\d.]+$|^\[/.test(hostname) ? getAddressZone(hostname.replaceAll(/[[\]]/g, "")) : undefined;

async function accept(response: IncomingMessage, { accepted, action, signal }: RegistryRequest) {
  if (accepted.includes(response.statusCode ?? 0)) return response;
  throw await createRefusal(response, action, signal);
}

interface SendOptions {
  readonly authorization: string | undefined;
  /** The zone of the host that named the URL. */
  readonly from: AddressZone | undefined;
}

/** Registries redirect to the storage of blobs. */
async function send(first: URL, request: RegistryRequest, { authorization, from }: SendOptions) {
  const { method, body, signal, action } = request;
  let url = first;
  let origin = from;
  let firstZone: AddressZone | undefined;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const isFirst = url.origin === first.origin;
    const headers = {
      ...request.headers,
      ...(isFirst && authorization !== undefined && { Authorization: authorization }),
    };
    const sent = { url, method, headers, signal, from: origin, idleMs, ...(body && { body: body() }) };
    const { response, zone } = await sendGuardedRequest(sent).catch((error: unknown) => {
      signal.throwIfAborted();
      throw createConnectionError(action, url, error);
    });
    firstZone ??= zone;
    const { location } = response.headers;
    const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0) && location !== undefined;
    if (!isRedirect) return { response, firstZone };
    response.resume();
    const target = new URL(location, url);
    if (target.protocol !== "https:" && url.protocol === "https:")
      throw new RegistryError(`Cannot ${action}: ${url.host} redirects to ${target.host} without TLS.`);
    url = target;
    origin = zone;
  }
  throw new RegistryError(`Cannot ${action}: ${first.host} redirects too often.`);
}

function createConnectionError(action: string, url: URL, error: unknown): RegistryError {
  const reason = error instanceof Error ? error.message : String(error);
  return new RegistryError(
    `Cannot ${action}: ${url.host} cannot be reached (${reason}). Check the registry's name and the network.`,
    { cause: error },
  );
}

interface Challenge {
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, string>>;
}

function readChallenge(header = ""): Challenge {
  const [, scheme = "", rest = ""] = /^\s*(\w+)\s*(.*)$/.exec(header) ?? [];
  const pairs = [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]);
  return { scheme: scheme.toLowerCase(), parameters: Object.fromEntries(pairs) };
}

/** The header for a challenge, or undefined if nothing that is known meets it. */
async function createAuthorization(
  { scheme, parameters }: Challenge,
  registry: { readonly origin: string; readonly zone: AddressZone | undefined },
  request: RegistryRequest,
  credentials: RegistryCredentials | undefined,
): Promise<string | undefined> {
  const basic =
    credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`;
  if (scheme === "basic") return basic;
  const { realm = "", service } = parameters;
  if (scheme !== "bearer" || !URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  if (url.protocol !== "https:" && url.origin !== registry.origin)
    throw new RegistryError(`Cannot ${request.action}: its tokens come from ${url.host} without TLS.`);
  if (service !== undefined) url.searchParams.set("service", service);
  for (const scope of request.scope.split(" ")) url.searchParams.append("scope", scope);
  return `Bearer ${await fetchToken(url, request, { authorization: basic, from: registry.zone })}`;
}

const tokenBody = z.object({ token: z.string().optional(), access_token: z.string().optional() });

async function fetchToken(url: URL, { action, signal }: RegistryRequest, options: SendOptions): Promise<string> {
  const request = { method: "GET", path: url.href, scope: "", action, accepted: [200], signal } as const;
  const response = await accept((await send(url, request, options)).response, request);
  const unusable = () => new RegistryError(`Cannot ${action}: ${url.host} gives no usable token. Try again later.`);
  const body = await readWholeBody(response, { limit: 1024 * 1024, tooLarge: unusable, signal });
  const token = readToken(body.toString());
  if (token === undefined) throw unusable();
  return token;
}

function readToken(text: string): string | undefined {
  const { token, access_token } = tokenBody.safeParse(tryParseJson(text)).data ?? {};
  return token ?? access_token;
}
