import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import { isLoopbackHostname } from "../../text/isLoopbackHostname.ts";

const maxLength = 500;
/** Schemes that run, show or load something in the browser in place of opening an app. */
const refusedSchemes = ["javascript", "data", "vbscript", "file", "blob", "about", "ftp", "ws", "wss", "view-source"];

/** Whether a client may register a redirect URI: a web page with https, a program of this machine, or an app's own scheme (RFC 8252). */
export function isUsableRedirect(uri: string): boolean {
  const url = uri.length <= maxLength && /^[\x21-\x7e]+$/.test(uri) ? URL.parse(uri) : null;
  if (!url || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopbackHostname(url.hostname);
  return !refusedSchemes.includes(url.protocol.slice(0, -1));
}

/** Whether a redirect URI is exactly a registered one. The port of a program of this machine may vary (RFC 8252, section 7.3). */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  const isLoopback = isLoopbackRedirect(registered) && isLoopbackRedirect(given);
  return isLoopback && removePort(registered) === removePort(given);
}

const removePort = (uri: string) => uri.replace(/^(http:\/\/(?:\[[^\]/]*\]|[^/:?]*)):\d+(?=[/?]|$)/i, "$1");

/** Whether the browser may be sent there before the user answered: it leads to no web site, so it cannot be used to disguise one. */
export function leadsToThisMachine(redirectUri: string): boolean {
  return isLoopbackRedirect(redirectUri) || URL.parse(redirectUri)?.protocol !== "https:";
}

/** Where the answer goes, for the user: a host, or an app's scheme. */
export function formatRedirectTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.host : (url?.protocol ?? redirectUri);
}
