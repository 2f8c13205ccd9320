import { type JsonServiceRequest, type JsonServiceResponse, startJsonService } from "../services/jsonService.ts";

export const tokenClient = { id: "client one", secret: "secret:canary+0123456789" };

interface TokenServerOptions {
  /** How the client may identify itself. */
  readonly methods?: readonly ("client_secret_basic" | "client_secret_post")[];
  /** The lifetime that it states; undefined: it states none. */
  readonly lifetimeSeconds?: number | string | undefined;
  /** Replaces the response to a token request. */
  readonly answer?: (request: JsonServiceRequest, form: URLSearchParams) => JsonServiceResponse | undefined;
}

/** Starts an authorization server on loopback that knows one client (RFC 6749, section 4.4). */
export async function startTokenServer(options: TokenServerOptions = {}) {
  const { methods = ["client_secret_basic", "client_secret_post"] } = options;
  const issued: string[] = [];
  const valid = new Set<string>();
  const service = await startJsonService((request) => {
    if (request.path !== "/token" || request.method !== "POST") return undefined;
    const form = new URLSearchParams(request.text);
    const replaced = options.answer?.(request, form);
    if (replaced) return replaced;
    if (form.get("grant_type") !== "client_credentials")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    if (!methods.some((method) => isKnownClient(method, request, form)))
      return { status: 401, body: { error: "invalid_client", error_description: "No such client." } };
    const token = `at-${issued.length + 1}-${crypto.randomUUID()}`;
    issued.push(token);
    valid.add(token);
    const lifetime = "lifetimeSeconds" in options ? options.lifetimeSeconds : 3600;
    return {
      body: { access_token: token, token_type: "Bearer", ...(lifetime !== undefined && { expires_in: lifetime }) },
    };
  });
  return {
    ...service,
    tokenUrl: `${service.url}/token`,
    host: new URL(service.url).host,
    /** The access tokens in the order of their issue. */
    issued,
    /** Whether a request carries a token that is valid. */
    accepts: ({ headers }: Pick<JsonServiceRequest, "headers">) =>
      valid.has(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? ""),
    revokeAll: () => valid.clear(),
    /** The token requests: how the client identified itself, and the rest of the form. */
    readTokenRequests: () => service.requests.filter(({ path }) => path === "/token").map(describeTokenRequest),
  };
}

function isKnownClient(method: string, { headers }: JsonServiceRequest, form: URLSearchParams): boolean {
  if (method === "client_secret_post")
    return form.get("client_id") === tokenClient.id && form.get("client_secret") === tokenClient.secret;
  const [scheme, encoded = ""] = (headers.authorization ?? "").split(" ");
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const decode = (text: string) => new URLSearchParams(`x=${text}`).get("x");
  return scheme === "Basic" && decode(id) === tokenClient.id && decode(secret) === tokenClient.secret;
}

function describeTokenRequest({ headers, text }: JsonServiceRequest): string {
  const form = new URLSearchParams(text);
  const method = headers.authorization ? "basic" : form.has("client_secret") ? "post" : "none";
  for (const name of ["grant_type", "client_id", "client_secret"]) form.delete(name);
  return [method, form.toString()].filter((part) => part !== "").join(" ");
}
