import { createHash, randomBytes } from "node:crypto";
import { type ServiceOptions, startService } from "../../../src/service/startService.ts";
import { machineSandbox } from "../service/machineSandbox.ts";
import { emptyDatabase } from "../storage/emptyDatabase.ts";
import { signInAtProvider } from "./accountServer.ts";
import { type CookieBrowser, createCookieBrowser } from "./cookieBrowser.ts";
import { startOauthProvider } from "./oauthProvider.ts";

type ProviderOptions = NonNullable<Parameters<typeof startOauthProvider>[0]>;

interface Options extends Pick<ProviderOptions, "claimsInIdToken"> {
  readonly domains?: readonly string[];
  readonly auditDays?: number;
  readonly team?: Partial<NonNullable<ServiceOptions["team"]>>;
}

/** Starts the real service with a real provider. The member is `Ann <Ann@Example.com>`. */
export async function startSignInFixture({ domains = [], team, auditDays, ...options }: Options = {}) {
  const provider = await startOauthProvider({ ...options, scopes: ["openid", "offline_access", "email", "profile"] });
  const logLines: string[] = [];
  const clock = { aheadMs: 0 };
  const organizations = team?.organizations ?? [];
  const service = await startService({
    ...{ dataDir: null, databaseBytes: emptyDatabase },
    runtimeFiles: [],
    sandbox: machineSandbox,
    log: (level, message) => void logLines.push(`${level} ${message}`),
    clock: () => new Date(Date.now() + clock.aheadMs),
    team: { members: [{ name: "Ann", email: "Ann@Example.com" }], limits: {}, ...team, organizations },
    ...(auditDays !== undefined && { auditDays }),
    signIn: { issuer: provider.issuer, client: provider.client, scopes: [], domains, organizations },
  });

  /** The page that an editor opens, and the verifier that only the editor has. */
  const createRequest = (changed: Readonly<Record<string, string>> = {}) => {
    const codeVerifier = randomBytes(32).toString("base64url");
    const url = new URL("/sign-in", service.url);
    url.search = new URLSearchParams({
      code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      code_challenge_method: "S256",
      redirect_uri: "http://127.0.0.1:40000/back",
      state: "state-of-the-editor",
      name: "Editor on laptop",
      ...changed,
    }).toString();
    return { url: url.href, codeVerifier };
  };
  /** Signs in up to the last page of the service. */
  const signIn = async (login: string, url: string, browser: CookieBrowser = createCookieBrowser()) =>
    signInAtProvider(browser, url, login);
  const exchange = (body: object) =>
    fetch(new URL("/sign-in/key", service.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    ...{ provider, service, clock, createRequest, signIn, exchange },
    logged: logLines as readonly string[],
    /** A code for the member Ann, and its verifier. */
    getCode: async () => {
      const { url, codeVerifier } = createRequest();
      const code = readEditorLink((await signIn("ann", url)).text).searchParams.get("code") ?? "";
      return { code, codeVerifier };
    },
    revoke: (key: string) =>
      fetch(new URL("/sign-in/key", service.url), { method: "DELETE", headers: { Authorization: `Bearer ${key}` } }),
    callAs: async (key: string, path: string) =>
      fetch(new URL(path, service.url), { headers: { Authorization: `Bearer ${key}` } }),
    close: async () => {
      await service.close();
      await provider.close();
    },
  };
}

/** The address behind the only link of a page. */
export function readEditorLink(page: string): URL {
  const address = /<a href="([^"]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error(`The page has no link:\n${page}`);
  return new URL(address.replaceAll("&amp;", "&"));
}
