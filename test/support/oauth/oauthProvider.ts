import { createServer } from "node:http";
import Provider from "oidc-provider";

interface Options {
  readonly scopes?: readonly string[];
  /** Give a new refresh token with every renewal, and take the old one for stolen when it comes again. */
  readonly rotate?: boolean;
  /** Nothing is offered that takes tokens back. */
  readonly withoutRevocation?: boolean;
  readonly accessTokenSeconds?: number;
}

export type OauthProvider = Awaited<ReturnType<typeof startOauthProvider>>;

/** A real OpenID provider on loopback: oidc-provider 9.13.3 with its own login and consent pages, where any name signs in. */
export async function startOauthProvider(options: Options = {}) {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("The provider listens on no port.");
  const issuer = `http://127.0.0.1:${address.port}`;
  const client = { id: "fairlead-tests", secret: "canary-client-secret-4711" };
  const provider = quietly(() => new Provider(issuer, configuration(client, options)));
  const granted: string[] = [];
  const asked: { readonly method: string; readonly path: string }[] = [];
  provider.on("grant.success", ({ oidc }) => void granted.push(String(oidc.params?.grant_type)));
  const handle = provider.callback();
  let closed = false;
  let paused = false;
  http.on("request", (request, response) => {
    asked.push({ method: request.method ?? "", path: (request.url ?? "").split("?")[0] ?? "" });
    if (paused) response.writeHead(503).end("down for maintenance");
    else handle(request, response);
  });

  const grantOf = async (accessToken: string) => (await provider.AccessToken.find(accessToken))?.grantId ?? "none";
  return {
    issuer,
    client,
    asked: asked as readonly { readonly method: string; readonly path: string }[],
    configurationUrl: `${issuer}/.well-known/openid-configuration`,
    /** How often tokens were given for this. */
    grants: (type: "authorization_code" | "refresh_token") => granted.filter((one) => one === type).length,
    /** Whose token it is, if it is still good: what an API asks its provider. */
    holder: async (accessToken: string) => {
      const found = await provider.AccessToken.find(accessToken);
      return found?.isValid ? found.accountId : undefined;
    },
    /** An access token is of no more use; its refresh token is. */
    endToken: async (accessToken: string) => (await provider.AccessToken.find(accessToken))?.destroy(),
    /** The person takes everything back at the provider. */
    endGrant: async (accessToken: string) => {
      const grantId = await grantOf(accessToken);
      await provider.AccessToken.revokeByGrantId(grantId);
      await provider.RefreshToken.revokeByGrantId(grantId);
      await (await provider.Grant.find(grantId))?.destroy();
    },
    /** Answers nothing of use until it is resumed. */
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
    close: async () => {
      if (closed) return;
      closed = true;
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
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
        // A native client may come back to any port of the loopback address (RFC 8252).
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/connect/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    scopes,
    claims: { openid: ["sub"], email: ["email"] },
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@example.com` }),
    }),
    features: { revocation: { enabled: options.withoutRevocation !== true, allowedPolicy: ownToken } },
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

const ownToken = (_: unknown, client: { clientId: string }, token: { clientId: string }) =>
  client.clientId === token.clientId;

/** It warns on the console of everything that a provider in production should not have. */
function quietly<T>(make: () => T): T {
  const { console } = globalThis;
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
