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

/** The rows of a system that trusts the service's authority, with a proxy in the environment. */
export const rows = (proxy: string): Readonly<Record<string, Setup>> => ({
  "environment only": { settings: {}, expected: "connected", through: "environment" },
  "http.proxy goes before the environment": {
    settings: { "http.proxy": proxy },
    expected: "connected",
    through: "settings",
  },
  "http.proxyAuthorization": {
    settings: { "http.proxy": proxy, "http.proxyAuthorization": authorization },
    expected: "connected",
    through: "settings",
    signIn: true,
  },
  "a name and password in http.proxy": {
    settings: { "http.proxy": proxy.replace("//", `//${signIn.name}:${signIn.password}@`) },
    expected: "connected",
    through: "settings",
    signIn: true,
  },
  "no sign-in where the proxy wants one": {
    settings: { "http.proxy": proxy },
    expected: /the proxy asks for a sign-in\. Check http\.proxyAuthorization/,
    through: "settings",
    signIn: true,
  },
  "http.noProxy": {
    settings: { "http.proxy": proxy, "http.noProxy": ["service.example"] },
    expected: unknownHost,
    through: "none",
  },
  NO_PROXY: { settings: {}, expected: unknownHost, through: "none", host: "direct.example" },
  "http.proxySupport off": {
    settings: { "http.proxy": proxy, "http.proxySupport": "off" },
    expected: unknownHost,
    through: "none",
  },
  "http.systemCertificates false": {
    settings: { "http.proxy": proxy, "http.systemCertificates": false },
    expected: untrusted,
    through: "settings",
  },
  "http.proxyStrictSSL false": {
    settings: { "http.proxy": proxy, "http.systemCertificates": false, "http.proxyStrictSSL": false },
    expected: "connected",
    through: "settings",
  },
  "a proxy that is none": {
    settings: { "http.proxy": "gopher://old" },
    expected: /The proxy of http\.proxy or HTTP_PROXY is not usable/,
    through: "none",
  },
});
