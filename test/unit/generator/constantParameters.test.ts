import { describe, expect, test } from "vitest";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const tenant = { name: "Tenant-Id", in: "header", schema: { type: "string" }, description: "The organization." };
const account = { name: "Account", in: "path", required: true, schema: { type: "string" } };
const withPaths = (paths: object) => generateFromValidDocument(createDocument({}, { paths }));
const gets = (names: readonly string[], parameters: readonly object[]) =>
  Object.fromEntries(names.map((name) => [name, { get: { parameters } }]));
const constantsOf = ({ variables }: ReturnType<typeof withPaths>) =>
  variables.filter(({ name }) => name.startsWith("API_PARAMETER_"));

describe("a constant parameter", () => {
  const five = ["/a", "/b", "/c", "/d", "/e"];

  test("is a variable of the server where nearly every tool wants it", () => {
    const result = withPaths({ ...gets(five.slice(1), [tenant]), ...gets(["/a"], []) });
    expect(constantsOf(result)).toEqual([
      {
        name: "API_PARAMETER_TENANT_ID",
        required: false,
        secret: false,
        description: expect.stringMatching(
          /^4 of 5 operations want the header parameter Tenant-Id.* The organization\.$/,
        ),
      },
    ]);
    const parameters = result.definition.tools.flatMap(({ request }) => request.parameters);
    expect(parameters.map(({ variable }) => variable)).toEqual(Array(4).fill("API_PARAMETER_TENANT_ID"));
  });

  test("is none of a few tools, of few of many, of an optional query or of another type", () => {
    expect(constantsOf(withPaths(gets(five.slice(1), [tenant])))).toEqual([]);
    expect(constantsOf(withPaths({ ...gets(five, [tenant]), ...gets(["/f", "/g"], []) }))).toEqual([]);
    expect(constantsOf(withPaths(gets(five, [{ ...tenant, in: "query" }])))).toEqual([]);
    expect(constantsOf(withPaths(gets(five, [{ ...tenant, schema: { type: "integer" } }])))).toEqual([]);
  });

  test("of the path stands at the same place everywhere", () => {
    const same = five.map((path) => `/accounts/{Account}${path}`);
    expect(constantsOf(withPaths(gets(same, [account])))).toMatchObject([{ name: "API_PARAMETER_ACCOUNT" }]);
    const different = five.map((path) => `${path}/{Account}`);
    expect(constantsOf(withPaths(gets(different, [account])))).toEqual([]);
  });
});
