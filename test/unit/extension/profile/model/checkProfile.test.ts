import { describe, expect, test } from "vitest";
import { checkProfile } from "../../../../../src/extension/profile/model/checkProfile.ts";

const check = (profile: object | string) => {
  const text = typeof profile === "string" ? profile : JSON.stringify(profile, null, 2);
  const checked = checkProfile(text);
  return checked.kind === "profile"
    ? checked.profile
    : checked.problems.map(({ line, message }) => `${line + 1}: ${message}`);
};

const sound = { version: 1, dialect: "other", operations: { "projects.list": { list: ["data"] } } };

describe("a profile", () => {
  test("that is valid is returned unchanged", () => {
    expect(check(sound)).toEqual(sound);
  });

  test("that is not JSON is rejected at the position of the error", () => {
    expect(check('{\n  "version": 1,\n')).toEqual([expect.stringMatching(/^\d: This is not JSON/)]);
  });

  test("with an unknown field is rejected at that field", () => {
    expect(check({ ...sound, colour: "red" })).toEqual(['11: A profile has no "colour" here.']);
  });

  test("of an unknown operation is rejected at its name", () => {
    const [problem] = [check({ ...sound, operations: { "projects.burn": {} } })].flat();
    expect(problem).toMatch(/^5: "projects\.burn" is no name here: There is no such operation/);
  });

  test("without a version is rejected", () => {
    expect(check({ dialect: "other", operations: {} })).toEqual([expect.stringContaining('"version" is missing.')]);
  });

  test.each<[string, object, string]>([
    [
      "a user name with a colon",
      { header: "Authorization", scheme: "Basic", user: "ann:one" },
      "7: A user name of HTTP Basic has no colon.",
    ],
    [
      "a token address without encryption",
      { header: "Authorization", clientCredentials: { tokenUrl: "http://auth.example/token" } },
      "7: A token address is an https URL, or an http URL of this machine, without a user name.",
    ],
    [
      "a scope with a space",
      { header: "Authorization", clientCredentials: { tokenUrl: "https://auth.example/t", scopes: ["a b"] } },
      "9: A scope has no spaces, quotes or special characters.",
    ],
    [
      "a client secret",
      { header: "Authorization", clientCredentials: { tokenUrl: "https://auth.example/t", clientSecret: "x" } },
      '8: A profile has no "clientSecret" here.',
    ],
    [
      "a user name and client credentials",
      { header: "Authorization", user: "ann", clientCredentials: { tokenUrl: "https://auth.example/t" } },
      "6: A request carries a user name or an access token, not both.",
    ],
  ])("with %s is rejected there", (_what, credential, problem) => {
    expect(check({ version: 1, dialect: "other", credential, operations: {} })).toEqual([problem]);
  });

  test.each(["Bearer abcdefgh1234", "ghp_0123456789abcdefghijklmnopqrstuvwxyz", "https://me:word@host/"])(
    "with a likely secret in a body is rejected at its position (%s)",
    (secret) => {
      const operations = { "servers.create": { body: { nested: [{ value: secret }] } } };
      expect(check({ ...sound, operations })).toEqual([
        expect.stringContaining("This looks like a secret. A profile is stored in plain text."),
      ]);
    },
  );

  test("with templates in a body contains no secret", () => {
    const operations = { "servers.create": { body: { name: "{{name}}", token: "{{name}}" } } };
    expect(check({ ...sound, operations })).toEqual({ ...sound, operations });
  });
});
