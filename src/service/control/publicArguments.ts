import { isIP } from "node:net";
import { resolve } from "node:path";
import type { PublicAddress } from "../http/entrance.ts";

const stringOption = { type: "string" } as const;

/** The options with which a service listens for other machines. */
export const publicOptions = {
  listen: stringOption,
  "public-url": stringOption,
  "tls-cert": stringOption,
  "tls-key": stringOption,
  "trusted-proxy": { type: "string", multiple: true, default: [] as string[] } as const,
  "audit-days": stringOption,
};

export const publicUsage = `[--listen HOST:PORT --public-url URL [--tls-cert FILE --tls-key FILE]
  [--trusted-proxy ADDRESS|NETWORK]... [--drain SECONDS] [--audit-days DAYS]]`;

type PublicValues = { readonly [Name in Exclude<keyof typeof publicOptions, "trusted-proxy">]?: string | undefined } & {
  readonly "trusted-proxy": readonly string[];
};

/** Reads the options together, because keys may travel to other machines only through TLS. */
export function readPublicAddress(values: PublicValues): PublicAddress | undefined {
  const { listen, "public-url": publicUrl, "tls-cert": certFile, "tls-key": keyFile } = values;
  const trustedProxies = values["trusted-proxy"];
  if (listen === undefined) {
    const given = [publicUrl, certFile, keyFile, values["audit-days"], ...trustedProxies];
    if (given.some((value) => value !== undefined))
      throw new Error("--public-url, --tls-cert, --tls-key, --trusted-proxy and --audit-days need --listen HOST:PORT.");
    return undefined;
  }
  const [, host = "", port = ""] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(listen) ?? [];
  if (host === "" || Number(port) > 65_535)
    throw new Error(`--listen must be like "0.0.0.0:8443" or "[::]:8443", not "${listen}".`);
  if (publicUrl === undefined)
    throw new Error(`--listen needs --public-url, the URL that clients use, such as "https://fairlead.example.com".`);
  const wrongProxy = trustedProxies.find((proxy) => !isNetwork(proxy));
  if (wrongProxy !== undefined)
    throw new Error(`--trusted-proxy must be like "10.0.0.5" or "10.0.0.0/8", not "${wrongProxy}".`);
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Error("--tls-cert and --tls-key need each other.");
  if (certFile === undefined && trustedProxies.length === 0)
    throw new Error(
      "--listen needs TLS, because requests carry keys. Give --tls-cert and --tls-key, or name the proxy that ends TLS with --trusted-proxy.",
    );
  return {
    host: host.replaceAll(/[[\]]/g, ""),
    port: Number(port),
    url: readPublicUrl(publicUrl),
    tls:
      certFile === undefined || keyFile === undefined
        ? undefined
        : { certFile: resolve(certFile), keyFile: resolve(keyFile) },
    trustedProxies,
  };
}

function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (url?.protocol !== "https:" || !isPlain)
    throw new Error(`--public-url must be like "https://fairlead.example.com", without a path, not "${text}".`);
  return url.origin;
}

/** Whether a text is an address or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128));
}
