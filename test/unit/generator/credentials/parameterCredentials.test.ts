import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

const isValue = ({ hosts }: { hosts?: string[] | undefined }) => hosts === undefined;

describe("the credentials of an operation that are parameters", () => {
  const token = { name: "token", in: "query", required: true, description: "An authentication token." };
  const generate = (parameters: readonly object[]) => {
    const { definition, variables } = generateFromValidDocument(createDocument({ parameters }, {}, { path: "/pets" }));
    const [tool] = definition.tools;
    const names = variables.filter(isValue).map(({ name }) => name);
    return { security: tool?.request.security, inputs: Object.keys(Object(tool?.inputSchema.properties)), names };
  };

  test("come from the environment: all of an operation together", () => {
    const key = { name: "X-Api-Key", in: "header", required: true };
    expect(generate([token, key])).toEqual({
      security: [["token query", "X-Api-Key header"]],
      inputs: [],
      names: ["TOKEN", "API_KEY", "API_BASE_URL"],
    });
    expect(generate([{ ...token, required: false }]).security).toEqual([["token query"], []]);
  });

  test("are not what only has such a name", () => {
    const others = [
      { ...token, description: "The token of the invitation." },
      { name: "X-CSRF-Token", in: "header" },
      { name: "page_token", in: "query", description: "Not for authentication." },
    ];
    expect(generate(others)).toMatchObject({ security: [], inputs: ["token", "X-CSRF-Token", "page_token"] });
  });

  test("are an alternative beside the declared ones, and share a variable", () => {
    const paths = {
      "/a": { get: { parameters: [token], security: [{ oauth: [] }] } },
      "/b": { post: { parameters: [{ ...token, in: "header" }] } },
    };
    const securitySchemes = { oauth: { type: "http", scheme: "bearer" } };
    const { definition, variables } = generateFromValidDocument(
      createDocument({}, { paths, components: { securitySchemes } }),
    );
    expect(definition.tools.map(({ request }) => request.security)).toEqual([
      [["oauth", "token query"], ["token query"], ["oauth"]],
      [["token header"]],
    ]);
    expect(definition.api.security).toMatchObject({
      "token query": { in: "query", variable: "TOKEN" },
      "token header": { in: "header", variable: "TOKEN" },
    });
    expect(variables.filter(({ name }) => name === "TOKEN")).toHaveLength(1);
    const optional = { get: { parameters: [{ ...token, required: false }], security: [{ oauth: [] }] } };
    const document = createDocument({}, { paths: { "/a": optional }, components: { securitySchemes } });
    expect(generateFromValidDocument(document).definition.tools[0]?.request.security).toEqual([
      ["oauth", "token query"],
      ["oauth"],
    ]);
  });

  test("have the header that says whose the credential is beside them", () => {
    const token = { name: "X-Auth-Token", in: "header", required: true };
    const user = { name: "X-User-Id", in: "header", required: true };
    expect(generate([token, user])).toEqual({
      security: [["X-Auth-Token header", "X-User-Id header"]],
      inputs: [],
      names: ["AUTH_TOKEN", "USER_ID", "API_BASE_URL"],
    });
    expect(generate([user]).inputs).toEqual(["X-User-Id"]);
  });

  test("are taken out of a body only where the API gets the same as a parameter", () => {
    const bodyOf = (description: string) => ({
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            properties: { token: { type: "string", description }, text: { type: "string" } },
            required: ["token", "text"],
          },
        },
      },
    });
    const take = (description: string, parameters: readonly object[]) => {
      const paths = {
        "/a": { get: { parameters } },
        "/b": { post: { requestBody: bodyOf(description) } },
      };
      const { definition, variables } = generateFromValidDocument(createDocument({}, { paths }));
      const body = Object(definition.tools[1]?.inputSchema.properties).body;
      return { body, security: definition.tools[1]?.request.security, api: definition.api, variables };
    };
    const taken = take("Authentication token. Requires scope: `chat:write`", [token]);
    expect(taken.body).toEqual({ type: "object", properties: { text: { type: "string" } }, required: ["text"] });
    expect(taken.security).toEqual([["token body"]]);
    expect(taken.api.security).toMatchObject({ "token body": { in: "body", variable: "TOKEN" } });
    expect(taken.variables.filter(({ name }) => name === "TOKEN")).toHaveLength(1);
    for (const kept of [take("Token to look up.", [token]), take("Authentication token.", [])])
      expect(Object.keys(kept.body.properties)).toEqual(["token", "text"]);
  });

  test("use the scheme that sends the same", () => {
    const paths = { "/a": { get: { parameters: [{ name: "key", in: "query" }], security: [{ key: [] }] } } };
    const securitySchemes = { key: { type: "apiKey", in: "query", name: "key" } };
    const result = generateFromValidDocument(createDocument({}, { paths, components: { securitySchemes } }));
    expect(result.definition.tools[0]?.request).toMatchObject({ security: [["key"]], parameters: [] });
    expect(readProblemCodes(result)).toEqual([]);
  });
});
