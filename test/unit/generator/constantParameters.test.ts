import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../src/generator/analyzeOpenapiDocument.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const tenant = { name: "Tenant-Id", in: "header", schema: { type: "string" }, description: "The organization." };
const account = { name: "Account", in: "path", required: true, schema: { type: "string" } };
const withPaths = (paths: object, constants?: Readonly<Record<string, boolean>>) =>
  generateFromValidDocument(createDocument({}, { paths }), constants && { constants });
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
        parameter: "Tenant-Id",
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

  const requirementsOf = (...[paths, constants]: Parameters<typeof withPaths>) =>
    constantsOf(withPaths(paths, constants)).map(({ required }) => required);
  const needed = { ...tenant, required: true };
  const inPath = gets(
    five.map((path) => `/accounts/{Account}${path}`),
    [account],
  );

  test("is required by default if it is a header or a version that every operation requires", () => {
    expect(requirementsOf(gets(five, [needed]))).toEqual([true]);
    expect(requirementsOf(gets(five, [{ ...needed, name: "api-version", in: "query" }]))).toEqual([true]);
    expect(requirementsOf({ ...gets(five.slice(1), [needed]), ...gets(["/a"], [tenant]) })).toEqual([false]);
    expect(requirementsOf(gets(five, [{ ...needed, name: "Idempotency-Key" }]))).toEqual([false]);
    expect(requirementsOf(gets(five, [{ ...needed, name: "q", in: "query" }]))).toEqual([false]);
    expect(requirementsOf(inPath)).toEqual([false]);
  });

  test("stands beside the credential where headers carry both, as X-User-Id beside X-Auth-Token", () => {
    const header = (name: string) => ({ ...needed, name, description: "" });
    const result = withPaths(gets(five, [header("X-Auth-Token"), header("X-User-Id")]));
    const names = result.variables.filter(({ required }) => required).map(({ name }) => name);
    expect(names).toEqual(["AUTH_TOKEN", "USER_ID"]);
    for (const tool of result.definition.tools) expect(tool.inputSchema.properties).not.toHaveProperty("X-Auth-Token");
  });

  test("is required if the user chooses so, and is not if the user chooses otherwise", () => {
    expect(requirementsOf(inPath, { Account: true })).toEqual([true]);
    expect(requirementsOf(gets(five, [needed]), { "Tenant-Id": false })).toEqual([false]);
    const [variable] = constantsOf(withPaths(inPath, { Account: true }));
    expect(variable?.description).toMatch(/It is sent for all of them; tools do not ask for it\./);
  });
});

describe("a proposal", () => {
  const five = ["/a", "/b", "/c", "/d", "/e"];
  const proposalsOf = (paths: object, info = {}) =>
    analyzeOpenapiDocument(
      JSON.stringify(createDocument({}, { paths, info: { title: "Pets", version: "1", ...info } })),
    ).proposals;
  const inPath = (name: string) =>
    proposalsOf(
      gets(
        five.map((path) => `/x/{${name}}${path}`),
        [{ ...account, name }],
      ),
    );

  test("is asked about where the default may be wrong: an account of a path is one by default, and another name is none", () => {
    expect(inPath("AccountSid")).toEqual([
      { parameter: "AccountSid", in: "path", uses: 5, isCredential: false, isDefault: true, isAsked: true },
    ]);
    expect(inPath("petId")).toMatchObject([{ isDefault: false, isAsked: true }]);
    expect(proposalsOf(gets(five, [{ ...tenant, required: true }]))).toMatchObject([
      { isDefault: true, isAsked: false },
    ]);
    expect(proposalsOf(gets(five, [tenant]))).toMatchObject([{ isDefault: false, isAsked: false }]);
  });

  test("is the header Authorization of a document that speaks of a credential but declares none", () => {
    const described = { description: "Send an access token with each request." };
    expect(proposalsOf(gets(["/a"], []), described)).toMatchObject([
      { parameter: "Authorization", isCredential: true, isDefault: true, isAsked: true },
    ]);
    expect(proposalsOf(gets(["/a"], []))).toEqual([]);
    const generate = (constants: Readonly<Record<string, boolean>> = {}) =>
      generateFromValidDocument(
        createDocument({}, { paths: gets(["/a"], []), info: { title: "Pets", version: "1", ...described } }),
        { constants },
      );
    const find = (result: ReturnType<typeof generate>) =>
      result.variables.find(({ name }) => name === "AUTHORIZATION_API_KEY");
    expect(find(generate())).toMatchObject({ required: false });
    expect(find(generate({ Authorization: false }))).toMatchObject({ required: false });
    const required = generate({ Authorization: true });
    expect(find(required)).toMatchObject({
      required: true,
      description: expect.not.stringContaining("leave this empty"),
    });
    expect(required.definition.tools.map(({ request }) => request.security)).toEqual([[["Authorization header"]]]);
  });
});
