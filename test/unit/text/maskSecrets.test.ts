import { describe, expect, test } from "vitest";
import { maskSecrets } from "../../../src/text/secrets/maskSecrets.ts";
import { measureWork } from "../../support/measureWork.ts";

const key = "Zq8vN2rT5xW1yB4cD7eF";

describe("a masked text", () => {
  test.each([
    ["a header", `Authorization: Bearer ${key}`],
    ["a URL's user", `https://me:${key}@api.example/v1`],
    ["a URL's query", `GET https://api.example/v1?page=2&api_key=${key}&x=1`],
    ["the page that opens once", `http://127.0.0.1:4000/connect/srv_1/petstore?ticket=${key}`],
    ["an environment variable", `UPSTREAM_TOKEN=${key}`],
    ["a field", `{"client_secret": "${key}"}`],
    ["another header", `x-api-key: ${key}`],
    ["a header that stands behind what looks like a scheme", `No token x-api-key: ${key}`],
    ["a variable that holds a header's value", `UPSTREAM_TOKEN=Bearer ${key}`],
    ["a cookie", `Set-Cookie: session=${key}; Path=/`],
    ["a signed token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx${key}.c2lnbmF0dXJl${key}`],
    ["a Fairlead key", `flk_${key}${key}${key}`],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${key}\n${key}\n-----END RSA PRIVATE KEY-----`],
    ["a private key that is cut off", `-----BEGIN PRIVATE KEY-----\n${key}`],
  ])("contains no secret of %s", (_, text) => {
    const clean = maskSecrets(text, []);
    expect(clean).not.toContain(key);
    expect(clean).toContain("***");
  });

  test("contains no key of this window, of any form", () => {
    expect(maskSecrets("the key plainwords was refused", ["plainwords"])).toBe("the key *** was refused");
  });

  test("is otherwise unchanged", () => {
    const text = "token expired: ask for a new key. https://api.example/v1/pets basic tests, 3 tokens, monkey=5";
    expect(maskSecrets(text, ["ab"])).toBe(text);
  });

  test("contains no secret of a variable with a bare name", () => {
    expect(maskSecrets(`TOKEN=${key} PASSWORD: ${key}`, [])).toBe("TOKEN=*** PASSWORD: ***");
  });

  test.each(["TOKEN", "KEY_", "-eyJaaaaaaaa", "A.", "://a:", "Bearer ", "-----BEGIN ", '"token'])(
    "is created in linear time for repetitions of %s",
    (piece) => {
      expect(measureWork(() => maskSecrets(piece.repeat(20_000), []))).toBeLessThan(20);
    },
  );
});
