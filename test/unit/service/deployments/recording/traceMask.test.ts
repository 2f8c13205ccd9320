import { describe, expect, test } from "vitest";
import type { UpstreamExchange } from "../../../../../src/contract/mcp/upstreamExchange.ts";
import { createSecretMask } from "../../../../../src/service/deployments/process/processEnvironment.ts";
import { createTraceMask } from "../../../../../src/service/deployments/recording/createTraces.ts";
import { readExactJson } from "../../../../../src/text/number/readExactJson.ts";

const maskServer = createSecretMask(["canary-key", "4711471147"]);
const mask = (value: unknown, ...others: unknown[]) => createTraceMask(maskServer, [value, ...others]).value(value);
const exchange: UpstreamExchange = {
  ...{ method: "POST", url: "https://api.example.com/x?q=canary-key", ms: 3, status: 200 },
  ...{ requestHeaders: { "x-note": "canary-key" }, responseHeaders: {} },
};

describe("the mask of a trace", () => {
  test("hides the server's secrets in texts, names, numbers, and texts that are JSON", () => {
    expect(mask({ "canary-key": ["a canary-key"], pin: 4711471147, json: '{"n":4711471147}' })).toEqual({
      ...{ "***": ["a ***"], pin: "***", json: '{"n":"***"}' },
    });
  });

  test("hides what is named as a secret, and shows what is named alike", () => {
    const secret = [
      ...["password", "accessToken", "api_key", "client-secret", "Authorization", "credentials", "passphrase", "otp"],
      ...["accountPassword", "newPassword", "currentPassword", "pwd", "userToken", "password_hash", "db_pass"],
      ...["authorizationHeader", "X-Api-Key", "secretKey", "Set-Cookie", "refresh_token"],
    ];
    for (const name of secret) {
      expect(mask({ [name]: "open sesame", said: "I said open sesame.", url: "/?p=open%20sesame" })).toEqual({
        ...{ [name]: "***", said: "I said ***.", url: "/?p=***" },
      });
    }
    const shown = [
      ...["nextPageToken", "key", "tokens", "author", "secretary", "passenger", "bypass"],
      ...["next_page_token", "nextToken", "pageToken", "syncToken", "cursor_token"],
    ];
    for (const name of shown) expect(mask({ [name]: "value" })).toEqual({ [name]: "value" });
  });

  test("hides the secret fields of a form and of a URL, everywhere, and keeps the others as they are", () => {
    const form = "grant_type=password&user%20name=ann+b&password=open+sesame&client_secret=x%2Fyz";
    expect(mask({ form, url: "https://a.example/?id_token=q#x", said: "I said open sesame, x/yz" })).toEqual({
      form: "grant_type=password&user%20name=ann+b&password=***&client_secret=***",
      ...{ url: "https://a.example/?id_token=***#x", said: "I said ***, ***" },
    });
    const { exchange: maskExchange } = createTraceMask(maskServer, []);
    expect(maskExchange({ ...exchange, requestBody: { text: form } }).requestBody?.text).toBe(
      "grant_type=password&user%20name=ann+b&password=***&client_secret=***",
    );
  });

  test("hides the credentials of a header wherever they stand, but not prose", () => {
    expect(mask({ sent: "Bearer opaque-4711", note: "basic dXNlcjpwYXNz=", said: "opaque-4711" })).toEqual({
      ...{ sent: "Bearer ***", note: "basic ***", said: "***" },
    });
    expect(mask({ plan: "Basic features" })).toEqual({ plan: "Basic features" });
  });

  test("hides all within a value that is named as a secret", () => {
    expect(mask({ credentials: { user: "ann", pins: [12, "34"], isNew: true } })).toEqual({
      credentials: { user: "***", pins: ["***", "***"], isNew: true },
    });
  });

  test("hides what has the form of a key or a signed token", () => {
    const jwt = `eyJhbGciOiJFUzI1NiJ9.${"a".repeat(20)}.${"b".repeat(20)}`;
    expect(mask({ text: `see ${jwt}, or ghp_${"a".repeat(36)}` })).toEqual({ text: "see ***, or ***" });
  });

  test("hides in one part what another part names as a secret", () => {
    expect(mask({ id: "hunter2" }, '{"password":"hunter2"}')).toEqual({ id: "***" });
  });

  test("keeps the digits of long numbers", () => {
    expect(JSON.stringify(mask(readExactJson('{"n":12345678901234567890,"m":1.0}')))).toBe(
      '{"n":12345678901234567890,"m":1.0}',
    );
  });

  test("hides secrets in the URL, the headers and the bodies of exchanges, also in base64", () => {
    const binary = Buffer.from([0xff, ...Buffer.from("canary-key"), 0xfe]).toString("base64");
    const { exchange: maskExchange } = createTraceMask(maskServer, []);
    const masked = maskExchange({
      ...{ ...exchange, requestBody: { text: '{ "token": "x", "n": 1 }' } },
      responseBody: { text: binary, isBase64: true },
    });
    expect(masked).toMatchObject({ url: "https://api.example.com/x?q=***", requestHeaders: { "x-note": "***" } });
    expect(masked.requestBody?.text).toBe('{"token":"***","n":1}');
    expect(Buffer.from(masked.responseBody?.text ?? "", "base64")).toEqual(Buffer.from([0xff, 0x2a, 0x2a, 0x2a, 0xfe]));
  });

  test("shortens a body that was cut, so that the half of a secret at its end is not shown", () => {
    const text = `${"x".repeat(64 * 1024 - 6)}canary`;
    const masked = createTraceMask(maskServer, []).exchange({ ...exchange, responseBody: { text, cutFrom: 99_999 } });
    expect(masked.responseBody?.text).not.toContain("canary");
    expect(masked.responseBody?.cutFrom).toBe(99_999);
  });

  test("leaves a body without secrets as it is", () => {
    const text = '{ "a":  1 }';
    const masked = createTraceMask(maskServer, []).exchange({ ...exchange, responseBody: { text } });
    expect(masked.responseBody?.text).toBe(text);
  });
});
