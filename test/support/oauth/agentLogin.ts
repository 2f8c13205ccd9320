import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { grantRequestsSchema } from "../../../src/contract/routes/grantRoutes.ts";
import { sendWithToken } from "../service/sendWithToken.ts";

/** A service and the key of the user whose editor answers. */
export interface LoginService {
  readonly url: string;
  readonly key: string;
}

export const agentRedirect = "http://127.0.0.1:8765/callback";

export function createPkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export async function registerAgent({ url }: Pick<LoginService, "url">, metadata: object = {}) {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Claude Code", redirect_uris: [agentRedirect], ...metadata }),
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

export async function registerAgentId(service: Pick<LoginService, "url">, metadata: object = {}): Promise<string> {
  return z.string().parse((await registerAgent(service, metadata)).body.client_id);
}

/** Opens a page as the browser does, and follows no redirect. */
export async function openPage(url: string, cookie = "") {
  const response = await fetch(url, { redirect: "manual", headers: cookie === "" ? {} : { Cookie: cookie } });
  const location = response.headers.get("Location");
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    location: location === null ? undefined : new URL(location, url),
    cookie: (response.headers.get("Set-Cookie") ?? "").split(";", 1)[0] ?? "",
  };
}

export function createAuthorizeUrl(
  { url }: Pick<LoginService, "url">,
  fields: Readonly<Record<string, string | undefined>>,
): string {
  const query = { response_type: "code", code_challenge_method: "S256", redirect_uri: agentRedirect, ...fields };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${url}/oauth/authorize?${new URLSearchParams(given)}`;
}

/** The requests that wait for an answer in the editor. */
export async function readGrantRequests({ url, key }: LoginService, revision?: string) {
  const query = revision === undefined ? "" : `?revision=${revision}`;
  const response = await sendWithToken(`${url}/api/v1/oauth/grant-requests${query}`, key);
  return grantRequestsSchema.parse(await response.json());
}

export async function answerGrantRequest({ url, key }: LoginService, id: string, body: object) {
  const response = await sendWithToken(`${url}/api/v1/oauth/grant-requests?id=${id}`, key, { body });
  return { status: response.status, text: await response.text() };
}

/** Opens the page of a login in a browser, up to the question in the editor. */
export async function startLogin(service: LoginService, fields: Readonly<Record<string, string | undefined>>) {
  const opened = await openPage(createAuthorizeUrl(service, fields));
  if (!opened.location?.pathname.endsWith("/wait")) throw new Error(`${opened.status} ${opened.text}`);
  const page = await openPage(opened.location.href, opened.cookie);
  const id = opened.location.searchParams.get("id") ?? "";
  /** The page goes on. */
  const finish = async () => (await openPage(`${opened.location}&shown=1`, opened.cookie)).location;
  return { id, page, cookie: opened.cookie, waitUrl: opened.location, finish };
}

/** A whole login with a yes in the editor. */
export async function logIn(service: LoginService, resource: string, clientId?: string) {
  const id = clientId ?? (await registerAgentId(service));
  const { verifier, challenge } = createPkce();
  const login = await startLogin(service, { client_id: id, code_challenge: challenge, resource, state: "s1" });
  const answered = await answerGrantRequest(service, login.id, { allow: true });
  if (answered.status !== 204) throw new Error(answered.text);
  const returned = await login.finish();
  return { clientId: id, verifier, code: returned?.searchParams.get("code") ?? "", returned };
}

const tokenSchema = z.looseObject({
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});

export async function postToken({ url }: Pick<LoginService, "url">, fields: Readonly<Record<string, string>>) {
  const response = await fetch(`${url}/oauth/runtime/token`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, headers: response.headers, ...tokenSchema.parse(await response.json()) };
}

export function exchangeCode(
  service: Pick<LoginService, "url">,
  { clientId, verifier, code }: { readonly clientId: string; readonly verifier: string; readonly code: string },
  changes: Readonly<Record<string, string>> = {},
) {
  return postToken(service, {
    grant_type: "authorization_code",
    ...{ code, client_id: clientId, redirect_uri: agentRedirect, code_verifier: verifier },
    ...changes,
  });
}
