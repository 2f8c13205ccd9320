import * as z from "zod";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";

// How an editor gets an API key by a sign-in in the browser: an authorization code flow (RFC 6749) with PKCE (RFC 7636) whose code
// is exchanged for a key. Not operations: only Fairlead's own service has these routes, and only where it knows a provider.

export const signInPaths = {
  /** GET: the page that the browser opens, with `signInRequestSchema` as its query. */
  page: "/sign-in",
  /** GET: `signInMethodsSchema`; 404 where the service knows no provider. */
  methods: "/sign-in/methods",
  /** POST: exchanges a code for a key. DELETE: revokes the key of the request. */
  key: "/sign-in/key",
} as const;

export const signInMethodsSchema = z.looseObject({
  browser: z.looseObject({ provider: z.string().min(1).max(200).describe("The host of the OpenID provider.") }),
});

const base64urlSchema = z.string().regex(/^[\w-]{43}$/);

export const signInRequestSchema = z.object({
  code_challenge: base64urlSchema,
  code_challenge_method: z.literal("S256"),
  redirect_uri: z.string().max(2000),
  state: z.string().regex(/^[\w-]{16,200}$/),
  /** The name of the editor, which becomes the name of the key. It has no characters that hide or turn others around. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{C}+$/u),
});
export type SignInRequest = Readonly<z.output<typeof signInRequestSchema>>;

export const signInCodeSchema = z.strictObject({ code: base64urlSchema, codeVerifier: base64urlSchema });

export const signInKeySchema = z.looseObject({ key: z.string().min(1), expiresAt: z.iso.datetime() });

/** Whether a redirect URI leads to a program of the computer that the browser runs on (RFC 8252, section 7.3). */
export function isLoopbackRedirect(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  const isPlain = url?.username === "" && url.password === "" && url.hash === "";
  return url?.protocol === "http:" && isPlain && isLoopbackHostname(url.hostname);
}
