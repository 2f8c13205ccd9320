import { BlockList, isIP } from "node:net";
import * as l10n from "@vscode/l10n";
import { bareHostname, isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";

/** VS Code's `http.*` settings, the user's values only: a workspace must not choose a proxy. */
export interface NetworkSettings {
  readonly proxy?: string;
  readonly proxyAuthorization?: string;
  readonly noProxy?: readonly string[];
  /** false accepts any certificate. */
  readonly strictSSL?: boolean;
  readonly proxySupport?: "off" | "on" | "fallback" | "override";
  /** Which certificates are trusted beside the bundled ones; the system's by default. */
  readonly caCertificates?: "system" | "bundled";
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** The proxy setting is invalid. */
export class ProxySettingError extends Error {
  override readonly name = "ProxySettingError";
}

const proxyProtocols = ["http:", "https:", "socks5:", "socks:"];

/** The proxy a request to `url` goes through, or undefined for a direct connection. */
export function selectProxy(url: URL, settings: NetworkSettings, environment: ProxyEnvironment): URL | undefined {
  if (settings.proxySupport === "off" || isLoopbackHostname(url.hostname)) return undefined;
  const exceptions = [...(settings.noProxy ?? []), ...(readVariable(environment, "no_proxy") ?? "").split(/[,\s]+/)];
  if (exceptions.some((pattern) => matches(url, pattern.trim().toLowerCase()))) return undefined;
  const proxy = settings.proxy?.trim() || readProxyVariable(url, environment);
  return proxy ? parseProxy(proxy) : undefined;
}

function readProxyVariable(url: URL, environment: ProxyEnvironment): string | undefined {
  const plain = readVariable(environment, "http_proxy");
  return url.protocol === "https:" ? (readVariable(environment, "https_proxy") ?? plain) : plain;
}

function readVariable(environment: ProxyEnvironment, name: string): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

function parseProxy(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.parse(address);
  if (proxy && proxyProtocols.includes(proxy.protocol)) return proxy;
  // The text may hold a password, so it is not repeated.
  throw new ProxySettingError(
    l10n.t(
      "The proxy of http.proxy or HTTP_PROXY is not usable: it must be a URL that starts with http, https or socks5.",
    ),
  );
}

function matches(url: URL, pattern: string): boolean {
  if (pattern === "") return false;
  const host = bareHostname(url.hostname);
  if (pattern.includes("/")) return isInSubnet(host, pattern);
  const { name, port } = splitPort(pattern);
  if (port !== undefined && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
  if (name === "*") return true;
  const suffix = name.replace(/^\*?\./, "");
  return (host === suffix && !name.startsWith("*.")) || (!isIP(host) && host.endsWith(`.${suffix}`));
}

function splitPort(pattern: string): { name: string; port: string | undefined } {
  const found = /^(?:\[(?<address>.+)\]|(?<host>[^:]+))(?::(?<port>\d+))?$/.exec(pattern)?.groups;
  return { name: bareHostname(found?.address ?? found?.host ?? pattern), port: found?.port };
}

function isInSubnet(host: string, pattern: string): boolean {
  const [network = "", bits = ""] = pattern.split("/");
  const version = isIP(network);
  if (version === 0 || version !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}
