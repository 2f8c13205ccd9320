import { createHash, createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { startService } from "../../../../src/service/startService.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { createCookieBrowser } from "../../../support/oauth/cookieBrowser.ts";
import { startUpstream } from "../../../support/servers/upstream.ts";
import { machineSandbox } from "../../../support/service/machineSandbox.ts";

type Claims = Record<string, unknown>;

/** What the provider does in one sign-in in place of what is right. */
interface Hostility {
  readonly claims?: Claims;
  readonly header?: Claims;
  /** The ID token from the claims. */
  readonly sign?: (claims: Claims, header: Claims) => Promise<string> | string;
  readonly metadata?: Claims;
  readonly keys?: readonly Claims[];
  /** Redirects this path to another one. */
  readonly redirected?: string;
}

const [own, foreign] = await Promise.all([createKey("own"), createKey("foreign")]);
let hostility: Hostility = {};
let nonce = "";

async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const sign = (claims: Claims, header: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", ...header }).sign(privateKey);
  return { sign, jwk: { ...(await exportJWK(publicKey)), kid, use: "sig" }, pem: await exportSPKI(publicKey) };
}

const encode = (value: Claims) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signUnsafely = (alg: string, secret: string) => (claims: Claims) => {
  const text = `${encode({ alg, kid: "own" })}.${encode(claims)}`;
  return `${text}.${secret === "" ? "" : createHmac("sha256", secret).update(text).digest("base64url")}`;
};

async function answer({ url = "" }: Pick<IncomingMessage, "url">, response: ServerResponse): Promise<void> {
  const { claims, header, sign = own.sign, metadata, keys = [own.jwk], redirected } = hostility;
  const { pathname } = new URL(url, issuer);
  const send = (value: unknown) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  if (pathname === redirected) response.writeHead(307, { Location: `${issuer}/elsewhere${pathname}` }).end();
  else if (pathname.endsWith("/openid-configuration"))
    send({
      ...{
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
      ...{ response_types_supported: ["code"], subject_types_supported: ["public"] },
      ...{ id_token_signing_alg_values_supported: ["RS256"], ...metadata },
    });
  else if (pathname.endsWith("/jwks")) send({ keys });
  else {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: "client", sub: "ann", nonce, iat: now, exp: now + 300 };
    const token = { ...right, email: "ann@example.com", email_verified: true, ...claims };
    const id = await sign(token, { kid: "own", ...header });
    send({ access_token: "token", token_type: "Bearer", expires_in: 300, id_token: id });
  }
}

const provider = await closeAtEnd(startUpstream(({ target }, response) => answer({ url: target }, response)));
const issuer = provider.origin;
const service = await closeAtEnd(
  startService({
    ...{ dataDir: null, runtimeFiles: [], sandbox: machineSandbox, log: () => {} },
    team: { members: [{ name: "Ann", email: "ann@example.com" }], limits: {}, organizations: [] },
    signIn: {
      issuer,
      client: { id: "client", secret: "secret" },
      scopes: [],
      domains: ["example.com"],
      organizations: [],
    },
  }),
);

/** The title of the page after the provider's answer. */
async function signIn(change: Hostility, returned: Record<string, string> = {}): Promise<string> {
  hostility = change;
  const browser = createCookieBrowser();
  const challenge = createHash("sha256").update(randomBytes(32).toString("base64url")).digest("base64url");
  const query = {
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "state-of-the-editor",
    name: "Editor",
  };
  const start = new URL(
    `/sign-in?${new URLSearchParams({ ...query, redirect_uri: "http://127.0.0.1:40000/back" })}`,
    service.url,
  );
  const page = await browser.visit(start.href, (url) => !url.href.startsWith(service.url));
  const sent = new URL(page.url);
  const read = (text: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1] ?? text;
  if (sent.href.startsWith(service.url)) return read(page.text);
  nonce = sent.searchParams.get("nonce") ?? "";
  const back = { code: "code", state: sent.searchParams.get("state") ?? "", ...returned };
  return read((await browser.visit(`${sent.searchParams.get("redirect_uri")}?${new URLSearchParams(back)}`)).text);
}

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

test("a provider that is honest signs in, also after it has changed its key", async () => {
  expect(await signIn({})).toBe("Sign in as ann@example.com?");
  const changed = { sign: foreign.sign, header: { kid: "foreign" }, keys: [foreign.jwk] };
  expect(await signIn(changed)).toBe("Sign in as ann@example.com?");
});

test.each<[string, Hostility]>([
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["another audience", { claims: { aud: "other" } }],
  ["a second audience", { claims: { aud: ["client", "other"] } }],
  ["another authorized party", { claims: { azp: "other" } }],
  ["another nonce", { claims: { nonce: "other" } }],
  ["no nonce", { claims: { nonce: undefined } }],
  ["an expiry in the past", { claims: { exp: now() - hour } }],
  ["no expiry", { claims: { exp: undefined } }],
  ["a beginning in the future", { claims: { nbf: now() + hour } }],
  ["no subject", { claims: { sub: undefined } }],
  ["no signature", { sign: signUnsafely("none", "") }],
  [
    "no signature, as the metadata allows",
    { sign: signUnsafely("none", ""), metadata: { id_token_signing_alg_values_supported: ["none"] } },
  ],
  [
    "a signature by the public key",
    { sign: signUnsafely("HS256", own.pem), metadata: { id_token_signing_alg_values_supported: ["HS256"] } },
  ],
  ["a foreign key under the own name", { sign: foreign.sign }],
  ["an unknown key", { header: { kid: "unknown" } }],
  ["a key in its header", { sign: foreign.sign, header: { kid: undefined, jwk: foreign.jwk } }],
  ["a key for encryption", { keys: [{ ...own.jwk, use: "enc" }] }],
  ["an email that is not verified", { claims: { email_verified: false } }],
  ["an email that is verified by a text", { claims: { email_verified: "false" } }],
  ["two addresses in an email", { claims: { email: "evil@evil.example@example.com" } }],
  ["a hidden character in an email", { claims: { email: "ann\u200b@example.com" } }],
  ["a reversed email", { claims: { email: "\u202eann@example.com" } }],
])("an ID token with %s is refused", async (_, change) => {
  expect(await signIn(change)).not.toMatch(/^Sign in as|does not come from an editor/);
});

test.each<[string, Hostility, Record<string, string>?]>([
  ["metadata of another issuer", { metadata: { issuer: "https://evil.example" } }],
  ["metadata that are elsewhere", { redirected: "/.well-known/openid-configuration" }],
  ["tokens that are elsewhere", { redirected: "/token" }],
  ["keys that are elsewhere", { redirected: "/jwks" }],
  ["a sign-in page that is a script", { metadata: { authorization_endpoint: "javascript:alert(1)" } }],
  ["tokens at a metadata service", { metadata: { token_endpoint: "http://169.254.169.254/latest" } }],
  [
    "an answer of another issuer",
    { metadata: { authorization_response_iss_parameter_supported: true } },
    { iss: "https://evil.example" },
  ],
  ["an answer without the promised issuer", { metadata: { authorization_response_iss_parameter_supported: true } }],
])("a sign-in at a provider with %s is refused", async (_, change, returned) => {
  expect(await signIn(change, returned)).not.toMatch(/^Sign in as|does not come from an editor/);
});
