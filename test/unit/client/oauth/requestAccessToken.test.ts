import { describe, expect, test } from "vitest";
import { openAuthorizedClient, readCurrentUser } from "../../../support/oauth/authorizedClient.ts";
import { startTokenServer } from "../../../support/oauth/tokenServer.ts";
import type { JsonServiceResponse } from "../../../support/services/jsonService.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

describe("an authorization server", () => {
  test.each<[string, JsonServiceResponse, string]>([
    [
      "that is not well",
      { status: 503, body: {} },
      "ServiceError tokenUrl: AUTH gave no access token (503). Try again later; if it goes on, inform the server's operator.",
    ],
    [
      "that limits requests",
      { status: 429, body: {}, headers: { "retry-after": "90" } },
      "RateLimitedError tokenUrl: AUTH gave no access token (429). Try again in 90 s; if it goes on, inform the server's operator.",
    ],
    [
      "that shows a web page",
      { body: "<html>Sign in</html>" },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with a web page. Check the token address.",
    ],
    [
      "that sends no access_token",
      { body: { token: "x" } },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with no usable access token. Check the token address.",
    ],
    [
      "that sends a token of another type",
      { body: { access_token: "x", token_type: "DPoP" } },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with no usable access token. Check the token address.",
    ],
    [
      "that has no such page",
      { status: 404, body: "<html>Not found</html>" },
      "UnexpectedAnswerError tokenUrl: AUTH answered the request for an access token with a web page. Check the token address.",
    ],
    [
      "that refuses the scopes",
      { status: 400, body: { error: "invalid_scope" } },
      "ServiceError scopes: AUTH refused a request without scopes: invalid_scope. Request other scopes.",
    ],
    [
      "that demands an audience",
      { status: 400, body: { error: "invalid_request", error_description: "audience is required" } },
      "ServiceError audience: AUTH refused to give an access token: invalid_request (audience is required). Enter the audience that it expects.",
    ],
    [
      "that demands a resource",
      { status: 400, body: { error: "invalid_target" } },
      "ServiceError resource: AUTH refused to give an access token: invalid_target. Enter the resource that it expects.",
    ],
    [
      "that knows a client without this grant",
      { status: 400, body: { error: "unauthorized_client" } },
      "UnauthorizedError clientSecret: AUTH refused to give an access token: unauthorized_client. Check the client id and the secret.",
    ],
    [
      "that says 401 alone",
      { status: 401, body: "No" },
      "UnauthorizedError clientSecret: AUTH refused the client secret (401). Check the client id and the secret.",
    ],
  ])("%s is named with what to do", async (_, response, expected) => {
    await using world = await openAuthorizedClient({ answer: () => response });
    expect(await world.readError(readCurrentUser(world.client))).toBe(expected);
    expect(world.service.requests).toEqual([]);
  });

  test("that does not answer is named, and a cancelled call stops waiting for it", async () => {
    const slow = await startHttpServer(() => {});
    await using world = await openAuthorizedClient({}, { tokenUrl: `${slow}/token` });
    const stop = new AbortController();
    const call = world.client.call("me.get", {}, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(await world.readError(call)).toMatch(/^AbortedError/);
    expect(await world.readError(world.client.call("me.get", {}, { deadlineMs: 50 }))).toMatch(/^TimeoutError/);
  });

  test("that is down is named with the reason", async () => {
    await using world = await openAuthorizedClient({}, { tokenUrl: "http://127.0.0.1:9/token" });
    expect(await world.readError(readCurrentUser(world.client))).toBe(
      "NetworkError tokenUrl: Could not get an access token from 127.0.0.1:9: nothing listens there. Check the URL, and that the service runs.",
    );
  });

  test("that redirects does not get the secret to another place", async () => {
    await using elsewhere = await startTokenServer();
    await using world = await openAuthorizedClient({
      answer: () => ({ status: 307, headers: { location: `${elsewhere.tokenUrl}?code=hidden` }, body: {} }),
    });
    expect((await world.readError(readCurrentUser(world.client))).replace(elsewhere.host, "OTHER")).toBe(
      "UnexpectedAnswerError tokenUrl: AUTH points to http://OTHER/token; the client secret was not sent there. Check the token address.",
    );
    expect(elsewhere.requests).toEqual([]);
  });
});
