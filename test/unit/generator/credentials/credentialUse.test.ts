import { expect, test } from "vitest";
import { createGotifyDocument } from "../../../support/documents/createGotifyDocument.ts";
import { createDocument, generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";

const usesOf = (document: object) =>
  new Map(generateFromValidDocument(document).variables.map(({ name, credential }) => [name, credential]));

test("each variable of a credential names its scheme and how many operations take it, with the list of its hosts", () => {
  const uses = usesOf(createGotifyDocument());
  const client = { name: "clientTokenHeader", operations: 3 };
  expect(uses.get("CLIENT_TOKEN_HEADER_API_KEY")).toEqual(client);
  expect(uses.get("CLIENT_TOKEN_HEADER_API_HOSTS")).toEqual(client);
  expect(uses.get("BASIC_AUTH_USER")).toEqual({ name: "basicAuth", operations: 3 });
  expect(uses.get("APP_TOKEN_QUERY_API_KEY")).toEqual({ name: "appTokenQuery", operations: 1 });
  expect(uses.get("API_BASE_URL")).toBeUndefined();
});

test("schemes that are sent only together name each other", () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name });
  const components = { securitySchemes: { id: key("X-App-Id"), secret: key("X-App-Secret"), token: key("X-Token") } };
  const security = [
    { id: [], secret: [] },
    { token: [], id: [] },
  ];
  const uses = [...usesOf(createDocument({ security }, { components })).values()].flatMap((use) => use ?? []);
  expect(uses.filter(({ name }, index) => uses.findIndex((one) => one.name === name) === index)).toEqual([
    { name: "id", operations: 1 },
    { name: "secret", operations: 1, needs: ["id"] },
    { name: "token", operations: 1, needs: ["id"] },
  ]);
});
