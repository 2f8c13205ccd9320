/** A document in the shape of Gotify's: seven keys in headers and in the query, Basic, and one operation that needs none. */
export function createGotifyDocument(host = "localhost"): object {
  const key = (name: string, location: string, description: string) => ({
    type: "apiKey",
    in: location,
    name,
    description,
  });
  const client = ["clientTokenAuthorizationHeader", "clientTokenHeader", "clientTokenQuery", "basicAuth"];
  const app = ["appTokenAuthorizationHeader", "appTokenHeader", "appTokenQuery"];
  const anyOf = (names: readonly string[]) => names.map((name) => ({ [name]: [] }));
  const operation = (operationId: string, security: readonly string[], more: object = {}) => ({
    ...{ operationId, security: anyOf(security), responses: { 200: { description: "OK" } }, ...more },
  });
  return {
    swagger: "2.0",
    info: { title: "Gotify REST-API.", version: "2.0.2", description: "This is the documentation of the REST-API." },
    host,
    basePath: "/",
    schemes: ["http", "https"],
    securityDefinitions: {
      appTokenAuthorizationHeader: key(
        "Authorization",
        "header",
        "Enter an application token with the `Bearer` prefix.",
      ),
      appTokenHeader: key("X-Gotify-Key", "header", "The application token."),
      appTokenQuery: key("token", "query", "The application token."),
      basicAuth: { type: "basic" },
      clientTokenAuthorizationHeader: key("Authorization", "header", "Enter a client token with the `Bearer` prefix."),
      clientTokenHeader: key("X-Gotify-Key", "header", "The client token, see the page Clients."),
      clientTokenQuery: key("token", "query", "The client token."),
    },
    paths: {
      "/application": { get: operation("getApps", client, { summary: "Return all applications." }) },
      "/client": { get: operation("getClients", client, { summary: "Return all clients." }) },
      "/health": { get: { operationId: "getHealth", responses: { 200: { description: "OK" } } } },
      "/message": {
        get: operation("getMessages", client, { summary: "Return all messages." }),
        post: operation("createMessage", app, {
          summary: "Create a message.",
          description: "__NOTE__: This API ONLY accepts an application token as authentication.",
        }),
      },
    },
  };
}

/** A document with one key, which all operations but one need. */
export function createHealthDocument(origin: string): object {
  const responses = { 200: { description: "OK" } };
  return {
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1" },
    servers: [{ url: origin }],
    components: { securitySchemes: { ApiKeyAuth: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
    security: [{ ApiKeyAuth: [] }],
    paths: {
      "/berths": { get: { operationId: "listBerths", responses } },
      "/health": { get: { operationId: "getHealth", security: [], responses } },
    },
  };
}
