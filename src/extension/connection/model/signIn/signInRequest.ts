import { createHash, randomBytes } from "node:crypto";
import { signInPaths } from "../../../../contract/team/signIn.ts";

/** Waits on this machine for the browser's return from a sign-in. */
export interface SignInListener {
  /** The address that the browser returns to. */
  readonly redirectUri: string;
  /** The name of this editor and its machine. */
  readonly editorName: string;
  /** The parameters of the return with the right state. */
  readonly returned: Promise<URLSearchParams>;
  close(): void;
}

/** Starts to wait for a return with this state. */
export type ListenForSignIn = (state: string) => Promise<SignInListener>;

/** A random text that cannot be guessed, such as a state or a code verifier (RFC 7636, section 4.1). */
export function createRandomText(): string {
  return randomBytes(32).toString("base64url");
}

interface SignInPage extends Pick<SignInListener, "redirectUri" | "editorName"> {
  readonly state: string;
  readonly codeVerifier: string;
}

/** The page of the service that the browser opens. */
export function createSignInUrl(baseUrl: string, { redirectUri, editorName, state, codeVerifier }: SignInPage): string {
  const url = new URL(baseUrl + signInPaths.page);
  url.search = new URLSearchParams({
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
    redirect_uri: redirectUri,
    state,
    name: cleanName(editorName),
  }).toString();
  return url.href;
}

/** VS Code decodes a URL before it opens it, so that `&` and `#` in a name would end the parameter. */
function cleanName(text: string): string {
  const name = text.replaceAll(/[^\p{L}\p{N}._()-]+/gu, " ").trim();
  return name.slice(0, 100).trim() || "Editor";
}
