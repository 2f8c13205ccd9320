import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";

const maxLength = 500;
/** Redirect URIs of known agents begin so. Their schemes have no dot. */
const knownApps = ["cursor://anysphere.cursor-mcp/", "claude://claude.ai/"];

/**
 * Whether a client may register a redirect URI: a web page with https, a program of this machine, or an app's own scheme, which has
 * a dot (RFC 8252, section 7.1). It stands as it is read, so that it leads where it seems to lead.
 */
export function isUsableRedirect(uri: string): boolean {
  const url = uri.length <= maxLength && /^[\x21-\x7e]+$/.test(uri) ? URL.parse(uri) : null;
  if (!url || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.href !== uri && url.href !== `${uri}/`) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopbackHostname(url.hostname);
  return url.protocol.includes(".") || knownApps.some((start) => uri.startsWith(start));
}

/** Whether a redirect URI is exactly a registered one. The port of a program of this machine may vary (RFC 8252, section 7.3). */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  const isLoopback = isLoopbackRedirect(registered) && isLoopbackRedirect(given);
  return isLoopback && removePort(registered) === removePort(given);
}

const removePort = (uri: string) => uri.replace(/^(http:\/\/(?:\[[^\]/]*\]|[^/:?]*)):\d+(?=[/?]|$)/i, "$1");

/** Where the answer goes, for the user: a host, or an app's scheme. */
export function formatRedirectTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.host : (url?.protocol ?? redirectUri);
}
