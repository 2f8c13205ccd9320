/** The network settings of a user or an administrator. */
export interface Setup {
  readonly settings: Readonly<Record<string, unknown>>;
  /** The expected result of a connection to the service. */
  readonly expected: "connected" | RegExp;
  /** The proxy that receives the connection. */
  readonly through: "settings" | "environment" | "none";
  /** Whether the proxy of the settings requires credentials. */
  readonly signIn?: boolean;
  /** The requested host, if it is not `service.example`. */
  readonly host?: string;
}

export const signIn = { name: "someone", password: "secret" } as const;
const authorization = `Basic ${Buffer.from(`${signIn.name}:${signIn.password}`).toString("base64")}`;
const unknownHost = /host name (is not known|could not be looked up)/;
const untrusted = /certificate is not trusted here/;

const connected = "connected";
const none = { through: "none", expected: unknownHost } as const;

/** The rows of a system that trusts the service's authority, with a proxy in the environment. */
export function rows(proxy: string): Readonly<Record<string, Setup>> {
  const http = (more: Readonly<Record<string, unknown>> = {}, url = proxy) => ({
    settings: {
      "http.proxy": url,
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`http.${name}`, value])),
    },
    through: "settings" as const,
  });
  const named = proxy.replace("//", `//${signIn.name}:${signIn.password}@`);
  const asks = /the proxy asks for a sign-in\. Check http\.proxyAuthorization/;
  const unusable = /The proxy of http\.proxy or HTTP_PROXY is not usable/;
  return {
    "environment only": { settings: {}, through: "environment", expected: connected },
    "http.proxy goes before the environment": { ...http(), expected: connected },
    "http.proxyAuthorization": { ...http({ proxyAuthorization: authorization }), expected: connected, signIn: true },
    "a name and password in http.proxy": { ...http({}, named), expected: connected, signIn: true },
    "no sign-in where the proxy wants one": { ...http(), expected: asks, signIn: true },
    "http.noProxy": { ...http({ noProxy: ["service.example"] }), ...none },
    NO_PROXY: { settings: {}, ...none, host: "direct.example" },
    "http.proxySupport off": { ...http({ proxySupport: "off" }), ...none },
    "http.systemCertificates false": { ...http({ systemCertificates: false }), expected: untrusted },
    "http.proxyStrictSSL false": { ...http({ systemCertificates: false, proxyStrictSSL: false }), expected: connected },
    "a proxy that is none": { ...http({}, "gopher://old"), ...none, expected: unusable },
  };
}
