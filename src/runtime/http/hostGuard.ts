import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { RuntimeSettings } from "../runtimeSettings.ts";

/** Refuses a request that a page elsewhere made its browser send (DNS rebinding), or lets it pass. */
export type HostGuard = (request: Request) => Response | undefined;

const anyAddress = new Set(["0.0.0.0", "::", "[::]"]);

/** Allowed are the names of this machine, the address listened on, and what `ALLOWED_HOSTS` names. */
export function createHostGuard(settings: Pick<RuntimeSettings, "host" | "allowedHosts">): HostGuard {
  if (settings.allowedHosts.includes("*")) return () => undefined;
  const own = anyAddress.has(settings.host) ? [] : [bracketed(settings.host)];
  const more = [...own, ...settings.allowedHosts.map(withoutPort)];
  const hosts = [...localhostAllowedHostnames(), ...more];
  const origins = [...localhostAllowedOrigins(), ...more];
  return (request) => hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
}

const bracketed = (host: string) => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);
const withoutPort = (host: string) => host.toLowerCase().replace(/:\d+$/, "");
