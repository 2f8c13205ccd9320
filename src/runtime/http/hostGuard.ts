import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { RuntimeSettings } from "../runtimeSettings.ts";

/** Returns an error response for a request from a foreign web page (DNS rebinding), else undefined. */
export type HostGuard = (request: Request) => Response | undefined;

const anyAddress = new Set(["0.0.0.0", "::", "[::]"]);

/** Allows the names of this machine, the server's own address and the names in `ALLOWED_HOSTS`. */
export function createHostGuard(settings: Pick<RuntimeSettings, "host" | "allowedHosts">): HostGuard {
  if (settings.allowedHosts.includes("*")) return () => undefined;
  const ownHost = anyAddress.has(settings.host) ? [] : [addBrackets(settings.host)];
  const additionalHosts = [...ownHost, ...settings.allowedHosts.map(removePort)];
  const hosts = [...localhostAllowedHostnames(), ...additionalHosts];
  const origins = [...localhostAllowedOrigins(), ...additionalHosts];
  return (request) => hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
}

const addBrackets = (host: string) => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);
const removePort = (host: string) => host.toLowerCase().replace(/:\d+$/, "");

/** Whether a web page of another origin sent the request. A browser names no `Origin` for an image or a link. */
export function isFromOtherOrigin({ headers, url }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site") ?? "none";
  const origin = headers.get("Origin") ?? "";
  return !["same-origin", "none"].includes(site) || (origin !== "" && origin !== new URL(url).origin);
}
