/** An error of RFC 6749 section 5.2, RFC 7009 and RFC 7591. */
export function createOauthError(status: 400 | 401 | 429, error: string, description: string): Response {
  const challenge = status === 401 ? { "WWW-Authenticate": 'Basic realm="fairlead", charset="UTF-8"' } : {};
  const body = { error, error_description: description };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...challenge } });
}
