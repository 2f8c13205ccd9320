import { describe, expect, test } from "vitest";
import { createDocument, generateTool } from "../../../support/documents/generateFromDocument.ts";

const responses = (type: string, ...more: string[]) => ({
  200: { description: "Found.", content: Object.fromEntries([type, ...more].map((one) => [one, {}])) },
});
const query = (...names: string[]) => ({
  parameters: names.map((name) => ({ name, in: "query", schema: { type: "string" } })),
});
const kindOf = (path: string, operation: object = {}, method = "get") =>
  generateTool(createDocument({ responses: responses("application/json"), ...operation }, {}, { path, method }))
    .endpoint;

describe("an operation that no program calls to get an answer", () => {
  test.each([
    ["/ws", {}],
    ["/api/websocket", {}],
    ["/containers/{id}/attach", { responses: { 101: { description: "Switching protocols." } } }],
    ["/stream", { operationId: "connectWebSocket" }],
    ["/stream", { summary: "Websocket, return newly created messages." }],
  ])("is a web socket: %s", (path, operation) => {
    expect(kindOf(path, operation)).toBe("webSocket");
  });

  test.each([
    ["/oauth/callback", {}],
    ["/auth/{provider}/callback", {}],
    ["/oauth2callback", {}],
    ["/users/sign_in/callback", {}],
    ["/sso/return", query("code", "state")],
  ])("is the callback of a sign-in: %s", (path, operation) => {
    expect(kindOf(path, operation)).toBe("signInCallback");
  });

  test("is a stream of events where nothing else is answered", () => {
    expect(kindOf("/changes", { responses: responses("text/event-stream; charset=utf-8") })).toBe("eventStream");
    expect(kindOf("/chat", { responses: responses("application/json", "text/event-stream") }, "post")).toBeUndefined();
  });

  test.each([
    ["/pets", {}],
    ["/webhooks/callback", {}],
    ["/authors/{id}", {}],
    ["/addresses", query("code", "state")],
    ["/oauth/clients", {}],
    ["/news", {}],
    ["/ws/2/artist", {}],
    ["/items", { operationId: "ws_get" }],
    ["/items", { summary: "The items of a web socket" }],
    ["/oauth2/token", {}],
  ])("is not found in %s", (path, operation) => {
    expect(kindOf(path, operation)).toBeUndefined();
  });
});

describe("an endpoint of the OAuth server that the document's schemes name", () => {
  const flow = {
    authorizationUrl: "https://account.example.com/api/oauth2/authorize",
    tokenUrl: "https://api.example.com/oauth2/token",
    refreshUrl: "/oauth2/refresh/",
    scopes: {},
  };
  const kindBeside = (path: string, method = "get") => {
    const extra = {
      components: { securitySchemes: { login: { type: "oauth2", flows: { authorizationCode: flow } } } },
    };
    return generateTool(createDocument({ responses: responses("application/json") }, extra, { path, method })).endpoint;
  };

  test.each([
    ...["/authorize", "/oauth2/authorize", "/oauth2/token", "/oauth2/token#refresh", "/oauth2/refresh"],
    ...["/oauth2/revoke", "/oauth2/introspect"],
  ])("is %s", (path) => {
    expect(kindBeside(path, "post")).toBe("oauthEndpoint");
  });

  test.each(["/users/{id}/token", "/users/token", "/oauth2/clients", "/tokens", "/access/revoke"])(
    "is not %s",
    (path) => {
      expect(kindBeside(path)).toBeUndefined();
    },
  );

  test("is found in Swagger 2.0", () => {
    const tool = generateTool({
      ...{ swagger: "2.0", info: { title: "A", version: "1" }, host: "a.example.com" },
      securityDefinitions: { login: { type: "oauth2", flow: "password", tokenUrl: "https://a.example.com/token" } },
      paths: { "/token": { post: { responses: { 200: { description: "Done." } } } } },
    });
    expect(tool.endpoint).toBe("oauthEndpoint");
  });
});
