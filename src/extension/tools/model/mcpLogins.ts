import type { McpChallenge } from "../../../client/mcp/createMcpError.ts";
import {
  type McpLogin,
  type McpLoginBrowser,
  mcpLoginSchema,
  type RequestMcpLogin,
} from "../../../client/mcp/login/mcpLogin.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Secrets } from "../../base/ports.ts";

export interface McpLoginsOptions {
  readonly secrets: Pick<Secrets, "get" | "set" | "delete">;
  readonly requestMcpLogin: RequestMcpLogin;
  readonly now: () => number;
}

/** A token that expires while a call is on its way is renewed before. */
const marginMs = 30_000;

/** The user's logins at MCP servers by URL. Each is stored as a secret of its URL only. */
export class McpLogins {
  readonly #options: McpLoginsOptions;
  /** An authorization server may take a refresh token only once. */
  readonly #renewals = new Map<string, Promise<McpLogin | undefined>>();
  /** What servers wanted when they refused, by URL: scopes that the login has not. */
  readonly #refusals = new Map<string, McpChallenge>();

  constructor(options: McpLoginsOptions) {
    this.#options = options;
  }

  addRefusal(url: string, challenge: McpChallenge): void {
    this.#refusals.set(url, challenge);
  }

  /** What the server wants that the login has not. */
  findRefusal(url: string): McpChallenge | undefined {
    return this.#refusals.get(url);
  }

  async has(url: string): Promise<boolean> {
    return (await this.#read(url)) !== undefined;
  }

  /** The value of the `Authorization` header, renewed where it has to be; undefined: the user is not logged in (any more). */
  async authorize(url: string, isRefused: boolean): Promise<string | undefined> {
    const login = await this.#read(url);
    if (!login) return undefined;
    const isExpired = login.expiresAt !== undefined && login.expiresAt < this.#options.now() + marginMs;
    const valid = isRefused || isExpired ? await this.#renewOnce(url, login) : login;
    return valid && `Bearer ${valid.tokens.access_token}`;
  }

  async logIn(url: string, challenge: McpChallenge, browser: McpLoginBrowser, signal: AbortSignal): Promise<void> {
    const by = { kind: "browser", browser, challenge } as const;
    await this.#save(url, await this.#options.requestMcpLogin({ url, by }, signal));
    this.#refusals.delete(url);
  }

  async logOut(url: string): Promise<void> {
    await this.#options.secrets.delete(nameSecret(url));
  }

  #renewOnce(url: string, login: McpLogin): Promise<McpLogin | undefined> {
    const running = this.#renewals.get(url);
    if (running) return running;
    const renewal = this.#renew(url, login).finally(() => this.#renewals.delete(url));
    this.#renewals.set(url, renewal);
    return renewal;
  }

  /** No caller ends it, because others wait for it, and the authorization server may have taken the refresh token already. */
  async #renew(url: string, login: McpLogin): Promise<McpLogin | undefined> {
    const { signal } = new AbortController();
    const renewed = await this.#options.requestMcpLogin({ url, by: { kind: "renewal", login } }, signal);
    // Windows share the secrets.
    const now = await this.#read(url);
    // The user has signed out meanwhile, or another window has renewed it.
    if (now?.tokens.access_token !== login.tokens.access_token) return now;
    await this.#save(url, renewed);
    return renewed;
  }

  async #read(url: string): Promise<McpLogin | undefined> {
    const text = await this.#options.secrets.get(nameSecret(url));
    return text === undefined ? undefined : mcpLoginSchema.safeParse(tryParseJson(text)).data;
  }

  async #save(url: string, login: McpLogin | undefined): Promise<void> {
    if (login) await this.#options.secrets.set(nameSecret(url), JSON.stringify(login));
    else await this.logOut(url);
  }
}

const nameSecret = (url: string) => `fairlead.mcpLogin.${url}`;
