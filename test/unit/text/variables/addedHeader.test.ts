import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createAddedHeader,
  formatHeaderName,
  listAddedHeaders,
  readAddedHeader,
} from "../../../../src/text/variables/addedHeader.ts";

describe("an added header", () => {
  test("has variables whose names say what it is and whether it is secret", () => {
    expect(createAddedHeader("X-Auth-Token", true)).toEqual({
      name: "x-auth-token",
      variable: "API_SECRET_HEADER_X_AUTH_TOKEN",
      hostsVariable: "API_SECRET_HEADER_X_AUTH_TOKEN_API_HOSTS",
      isSecret: true,
    });
    expect(createAddedHeader("x_tenant-id", false)?.variable).toBe("API_HEADER_X__TENANT_ID");
  });

  test("is read again from each of its variables", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,6}$/);
    const names = fc
      .array(fc.tuple(word, fc.constantFrom("-", "_")), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.map(([part, separator], index) => (index === 0 ? part : `${separator}${part}`)).join(""));
    fc.assert(
      fc.property(names, fc.boolean(), (name, isSecret) => {
        const header = createAddedHeader(name, isSecret);
        if (!header) return;
        expect(readAddedHeader(header.variable)).toEqual(header);
        expect(readAddedHeader(header.hostsVariable)).toEqual(header);
      }),
    );
  });

  test("is none that the connection, the body or a browser sets, and has no other characters", () => {
    for (const name of [
      "Host",
      "Content-Length",
      "content-type",
      "Connection",
      "Cookie",
      "Proxy-Authorization",
      "Sec-Fetch",
    ])
      expect([name, createAddedHeader(name, true)]).toEqual([name, undefined]);
    for (const name of ["", "-x", "x-", "x--y", "x-_y", "x y", "x:y", "é", "X-Api-Hosts", "x".repeat(81)])
      expect([name, createAddedHeader(name, true)]).toEqual([name, undefined]);
    for (const name of ["API_HEADER_HOST", "API_HEADER_", "API_HEADER_x", "API_HEADERS_X", "XAPI_HEADER_X"])
      expect([name, readAddedHeader(name)]).toEqual([name, undefined]);
  });

  test("is listed once for its two variables", () => {
    const environment = {
      API_HEADER_A: "1",
      API_HEADER_A_API_HOSTS: "a",
      API_SECRET_HEADER_B_API_HOSTS: "b",
      API_KEY: "",
    };
    expect(listAddedHeaders(environment).map(({ variable }) => variable)).toEqual([
      "API_HEADER_A",
      "API_SECRET_HEADER_B",
    ]);
  });

  test("is shown as headers are written", () => expect(formatHeaderName("x-auth_token")).toBe("X-Auth_Token"));
});
