import { createServer } from "node:http";
import Provider from "oidc-provider";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

interface Options {
  readonly scopes?: readonly string[];
  /** Issues a new refresh token with every renewal, and treats a reused one as stolen. */
  readonly rotate?: boolean;
  /** Offers no revocation endpoint. */
  readonly withoutRevocation?: boolean;
  readonly accessTokenSeconds?: number;
  /** The ID token has the claims of the scopes. Otherwise only the userinfo endpoint has them. */
  readonly claimsInIdToken?: boolean;
  /** Clients register by themselves (RFC 7591), and name what a token is for (RFC 8707). */
  readonly registers?: boolean;
  /** The only redirect URI of the client, in place of those on any port of the loopback address. */
  readonly redirectUri?: string;
}

export type OauthProvider = Awaited<ReturnType<typeof startOauthProvider>>;

/** A real OpenID provider on loopback: oidc-provider 9.13.3 with its own login and consent pages, where any name signs in. */
export async function startOauthProvider(options: Options = {}) {
  const http = createServer();
  const { url: issuer, close } = await listenOnLoopback(http);
  const client = { id: "fairlead-tests", secret: "canary-client-secret-4711" };
  const provider = withoutWarnings(() => new Provider(issuer, configuration(client, options)));
  const grantTypes: string[] = [];
  const requests: { readonly method: string; readonly path: string }[] = [];
  let registrations = 0;
  provider.on("registration_create.success", () => {
    registrations += 1;
  });
  provider.on("grant.success", ({ oidc }) => void grantTypes.push(String(oidc.params?.grant_type)));
  const handle = provider.callback();
  let paused = false;
  http.on("request", (request, response) => {
    requests.push({ method: request.method ?? "", path: (request.url ?? "").split("?")[0] ?? "" });
    if (paused) response.writeHead(503).end("down for maintenance");
    else handle(request, response);
  });

  const findGrantId = async (accessToken: string) => (await provider.AccessToken.find(accessToken))?.grantId ?? "none";
  return {
    issuer,
    client,
    requests: requests as readonly { readonly method: string; readonly path: string }[],
    configurationUrl: `${issuer}/.well-known/openid-configuration`,
    registrations: () => registrations,
    /** The number of token grants of a type. */
    grants: (type: "authorization_code" | "refresh_token") => grantTypes.filter((text) => text === type).length,
    /** Returns the owner of a valid token, as an API introspects it. */
    holder: async (accessToken: string) => {
      const found = await provider.AccessToken.find(accessToken);
      return found?.isValid ? found.accountId : undefined;
    },
    /** Invalidates an access token but not its refresh token. */
    endToken: async (accessToken: string) => (await provider.AccessToken.find(accessToken))?.destroy(),
    /** Revokes the whole grant, as the user can at the provider. */
    endGrant: async (accessToken: string) => {
      const grantId = await findGrantId(accessToken);
      await provider.AccessToken.revokeByGrantId(grantId);
      await provider.RefreshToken.revokeByGrantId(grantId);
      await (await provider.Grant.find(grantId))?.destroy();
    },
    /** Responds with 503 until `resume`. */
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
    close,
  };
}

function configuration(client: { id: string; secret: string }, options: Options): object {
  const {
    scopes = ["openid", "offline_access", "email", "pets:read"],
    rotate = false,
    accessTokenSeconds = 3600,
  } = options;
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // A native client may redirect to any port of the loopback address (RFC 8252).
        ...(options.redirectUri === undefined
          ? {
              application_type: "native",
              redirect_uris: ["http://127.0.0.1/connect/callback", "http://127.0.0.1/sign-in/callback"],
            }
          : { application_type: "web", redirect_uris: [options.redirectUri] }),
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    scopes,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: options.claimsInIdToken !== true,
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => createClaims(sub),
    }),
    features: {
      registration: { enabled: options.registers === true },
      resourceIndicators: {
        enabled: options.registers === true,
        getResourceServerInfo: async () => ({ scope: scopes.join(" "), accessTokenFormat: "opaque" }),
      },
      revocation: { enabled: options.withoutRevocation !== true, allowedPolicy: isOwnToken },
    },
    pkce: { required: () => true },
    rotateRefreshToken: rotate,
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 3600,
      Interaction: 600,
      IdToken: 600,
    },
    cookies: { keys: ["the tests' own"] },
  };
}

/** `new...` has not confirmed the address yet, and `nobody` has none. */
function createClaims(sub: string): object {
  const email = sub === "nobody" ? {} : { email: `${sub}@example.com`, email_verified: !sub.startsWith("new") };
  return { sub, name: `${sub} of Example`, ...email };
}

const isOwnToken = (_: unknown, client: { clientId: string }, token: { clientId: string }) =>
  client.clientId === token.clientId;

/** The provider writes warnings about its test settings to the console. */
function withoutWarnings<T>(create: () => T): T {
  const { console } = globalThis;
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return create();
  } finally {
    Object.assign(console, { warn, info });
  }
}
