import type { OAuthClientProvider } from "@modelcontextprotocol/client";

type Saved<Name extends keyof OAuthClientProvider> = OAuthClientProvider[Name] extends
  | ((value: infer Value, ...rest: never[]) => unknown)
  | undefined
  ? Value
  : never;

/** The part of a standard client that logs in, with everything in memory. `opened` is the page that it opened. */
export function createLoginProvider(redirectUrl: string) {
  let client: Saved<"saveClientInformation"> | undefined;
  let tokens: Saved<"saveTokens"> | undefined;
  let verifier = "";
  let page: URL | undefined;
  return {
    redirectUrl,
    clientMetadata: { client_name: "Claude Code", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
    clientInformation: () => client,
    saveClientInformation: (value: Saved<"saveClientInformation">) => {
      client = value;
    },
    tokens: () => tokens,
    saveTokens: (value: Saved<"saveTokens">) => {
      tokens = value;
    },
    codeVerifier: () => verifier,
    saveCodeVerifier: (value: string) => {
      verifier = value;
    },
    redirectToAuthorization: (url: URL) => {
      page = url;
    },
    opened: () => page,
  } satisfies OAuthClientProvider & { opened(): URL | undefined };
}
