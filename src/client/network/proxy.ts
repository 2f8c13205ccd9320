import { BlockList, isIP } from "node:net";

/** VS Code's `http.*` settings, the user's values only: a workspace must not choose a proxy. */
export interface NetworkSettings {
  readonly proxy?: string;
  readonly proxyAuthorization?: string;
  readonly noProxy?: readonly string[];
  /** false accepts any certificate. */
  readonly strictSSL?: boolean;
  readonly proxySupport?: "off" | "on" | "fallback" | "override";
  /** Whether the system's certificates count beside the bundled ones; they do unless said otherwise. */
  readonly caCertificates?: "system" | "bundled";
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** A proxy setting nothing can be sent through. */
export class ProxySettingError extends Error {
  override readonly name = "ProxySettingError";
}

const proxyProtocols = ["http:", "https:", "socks5:", "socks:"];

/** The proxy a request to `url` goes through, or undefined for a direct connection. */
export function selectProxy(url: URL, settings: NetworkSettings, environment: ProxyEnvironment): URL | undefined {
  if (settings.proxySupport === "off" || isLoopbackHostname(url.hostname)) return undefined;
  const excepted = [...(settings.noProxy ?? []), ...(variable(environment, "no_proxy") ?? "").split(/[,\s]+/)];
  if (excepted.some((pattern) => matches(url, pattern.trim().toLowerCase()))) return undefined;
  const chosen = settings.proxy?.trim() || fromEnvironment(url, environment);
  return chosen ? parseProxy(chosen) : undefined;
}

function fromEnvironment(url: URL, environment: ProxyEnvironment): string | undefined {
  const plain = variable(environment, "http_proxy");
  return url.protocol === "https:" ? (variable(environment, "https_proxy") ?? plain) : plain;
}

function variable(environment: ProxyEnvironment, name: string): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

function parseProxy(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.parse(address);
  if (proxy && proxyProtocols.includes(proxy.protocol)) return proxy;
  // The text may hold a password, so it is not repeated.
  throw new ProxySettingError(
    "The proxy of http.proxy or HTTP_PROXY is not usable: it must be a URL that starts with http, https or socks5.",
  );
}

export function isLoopbackHostname(hostname: string): boolean {
  const host = bare(hostname);
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Without the brackets of an IPv6 address and the dot that ends a full name. */
function bare(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

function matches(url: URL, pattern: string): boolean {
  if (pattern === "") return false;
  const host = bare(url.hostname);
  if (pattern.includes("/")) return inSubnet(host, pattern);
  const { name, port } = splitPort(pattern);
  if (port !== undefined && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
  if (name === "*") return true;
  const suffix = name.replace(/^\*?\./, "");
  return (host === suffix && !name.startsWith("*.")) || (!isIP(host) && host.endsWith(`.${suffix}`));
}

function splitPort(pattern: string): { name: string; port: string | undefined } {
  const found = /^(?:\[(?<address>.+)\]|(?<host>[^:]+))(?::(?<port>\d+))?$/.exec(pattern)?.groups;
  return { name: bare(found?.address ?? found?.host ?? pattern), port: found?.port };
}

function inSubnet(host: string, pattern: string): boolean {
  const [network = "", bits = ""] = pattern.split("/");
  const version = isIP(network);
  if (version === 0 || version !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}
