import { describe, expect, test } from "vitest";
import { createDocument, generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";

const generate = (
  scheme: object,
  { operation = {}, more = {}, others = {} }: { operation?: object; more?: object; others?: object } = {},
) => {
  const securitySchemes = { auth: { type: "apiKey", in: "header", name: "Authorization", ...scheme }, ...others };
  const { definition, variables } = generateFromValidDocument(
    createDocument({ security: [{ auth: [] }], ...operation }, { components: { securitySchemes }, ...more }),
  );
  const sent = definition.api.security.auth;
  return { prefix: sent?.kind === "apiKey" ? sent.prefix : undefined, text: variables[0]?.description ?? "" };
};
const describedAs = (description: string) => generate({ description }).prefix;

describe("the word before a key in the header Authorization", () => {
  test("is what the description of its scheme states", () => {
    for (const description of [
      "Send `Authorization: Bearer <token>` with each request.",
      'The value must be passed in the `Authorization` header as `"Bearer <token>"`.',
      "Enter 'Bearer' [space] and then your token. Example: 'Bearer 12345abcdef'",
      'JWT token prefixed with "Bearer "',
      "JWT Authorization header using the bearer scheme",
      "Bearer Token authentication",
    ])
      expect([description, describedAs(description)]).toEqual([description, "Bearer"]);
    expect(describedAs('API tokens must be prepended with "token" followed by a space.')).toBe("token");
    expect(describedAs("API Token value format is `Token {apitoken}`")).toBe("Token");
    expect(describedAs('The word "Basic" followed by a space and your API Key, base64 encoded')).toBe("Basic");
    expect(describedAs("API Key - NetworkInsight {token}")).toBe("NetworkInsight");
  });

  test("is not guessed, and the variable says so", () => {
    for (const description of [
      "",
      "Put **_ONLY_** your JWT Bearer token on textbox below!",
      "Conjur access token in `Token token=<base64_encoded_token>` format.",
      '`Authorization: Token token="abc", credential="def"`',
      "Authorization token. The Authorization token can be found in your Admin console.",
      "https://app.launchdarkly.com/settings#/tokens",
    ]) {
      const { prefix, text } = generate({ description });
      expect([description, prefix]).toEqual([description, undefined]);
      expect(text).toContain("The document does not say which.");
    }
  });

  test("is said in a sentence apart from a description without a full stop", () => {
    expect(generate({ description: "Discord bot token" }).text).toMatch(/^Discord bot token\. It is the whole value /);
  });

  test("is what parameters or descriptions show if the scheme has no description, and they agree", () => {
    const parameters = [{ name: "Authorization", in: "header", schema: { default: "Bearer <<KEY>>" } }];
    const shown = generate({}, { operation: { parameters } });
    expect(shown).toMatchObject({ prefix: "Bearer" });
    expect(shown.text).toContain('"Bearer" is added before a value of one word, because its parameter Authorization');
    const info = (description: string) => ({ more: { info: { title: "Pets", version: "1", description } } });
    expect(generate({}, info("Call it with `authorization: Bearer YOUR_KEY`.")).text).toContain(
      "because a description of the document says so",
    );
    expect(generate({}, info("Authorization: KEY abc1\nAuthorization: Bearer abc2")).prefix).toBeUndefined();
    expect(generate({ description: "A key." }, info("Authorization: Bearer abc2")).prefix).toBeUndefined();
    const beside = (other: object) =>
      generate({}, { ...info("Authorization: Bearer <token>"), others: { other } }).prefix;
    expect(beside({ type: "http", scheme: "basic" })).toBe("Bearer");
    expect(beside({ type: "apiKey", in: "query", name: "key" })).toBe("Bearer");
    expect(beside({ type: "http", scheme: "bearer" })).toBeUndefined();
  });
});
