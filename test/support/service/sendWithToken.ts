interface SentRequest {
  /** By default POST with a body, otherwise GET. */
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as raw HTTP with a key or a token, and its body as JSON. */
export function sendWithToken(url: string, token: string, { method, body, headers }: SentRequest = {}) {
  return fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
