import type { Target } from "./targets.ts";

/** A request of an unauthorized caller. */
export interface Attempt {
  readonly how: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const foreignHosts = (port: string) => [
  "attacker.example",
  `attacker.example:${port}`,
  `127.0.0.1.attacker.example:${port}`,
  `localhost.attacker.example:${port}`,
  `attacker.example@127.0.0.1:${port}`,
  `127.0.0.1:${port}@attacker.example`,
  `169.254.169.254:${port}`,
  `0.0.0.0:${port}`,
  `[::ffff:7f00:1]:${port}`,
  `2130706433:${port}`,
  "",
];
const foreignOrigins = (port: string) => [
  "null",
  "https://attacker.example",
  `http://attacker.example:${port}`,
  `http://127.0.0.1.attacker.example:${port}`,
  "http://127.0.0.1:1",
  "http://localhost",
  `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${port}, https://attacker.example`,
  "vscode-webview://attacker",
  "file://",
  "",
];
const simpleTypes = [
  "text/plain",
  "text/plain; application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=a",
  "application/csp-report",
];

/** All invalid ways to authenticate. */
export function attemptsAt(target: Target): Attempt[] {
  const { method, url, headers, body, proof } = target;
  const { pathname, search, port } = new URL(url);
  const path = pathname + search;
  const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
  const sent = (how: string, more: Readonly<Record<string, string>>, base = right, where = path): Attempt => {
    return { how, method, path: where, headers: { ...base, ...more }, body };
  };
  const key = encodeURIComponent(proof?.slice("Bearer ".length) ?? "");
  const withoutProof =
    proof === undefined
      ? []
      : [
          sent("no token", {}, headers),
          sent("a token of nobody", { authorization: `Bearer flk_${"A".repeat(43)}` }, headers),
          sent("a token of another form", { authorization: proof.replace("Bearer", "Basic") }, headers),
          sent("an empty token", { authorization: "Bearer " }, headers),
          sent("the token as a cookie", { cookie: `authorization=${key}; token=${key}` }, headers),
          sent("the token in the URL", {}, headers, `${path}${search ? "&" : "?"}access_token=${key}`),
        ];
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  return [
    ...withoutProof,
    ...foreignHosts(port)
      .filter((host) => !(target.open && host.startsWith("2130706433")))
      .map((host) => sent(`Host: ${host}`, { host })),
    ...foreignOrigins(port)
      .filter((origin) => !(target.open && isLocal(origin)))
      .map((origin) => sent(`Origin: ${origin}`, { origin })),
    ...(body === undefined || isForm ? [] : simpleTypes.map((type) => sent(type, { "content-type": type }))),
    {
      ...{ how: "preflight", method: "OPTIONS", path, body: undefined },
      headers: {
        origin: "https://attacker.example",
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type",
        "access-control-request-private-network": "true",
        "access-control-request-local-network": "true",
      },
    },
  ];
}

/** A generated server accepts every notation of 127.0.0.1, which no DNS name can have, and local programs and pages, like MCP's own guard for local servers. */
const isLocal = (origin: string) => /^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin) || origin === "";
