import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactTraces } from "../../../../../src/extension/profile/model/supportBundle.ts";

const home = "/home/ada";
const clean = (text: string) => redactTraces(text, [], home);

describe("redacted text", () => {
  test("redacts user info and queries in URLs", () => {
    expect(clean("GET https://ada:pass@api.example/v1/things?id=prj_1&q=mine#part failed")).toBe(
      "GET https://***@api.example/v1/things?id=***&q=***#*** failed",
    );
    expect(clean("https://ada@api.example/ and http://127.0.0.1:80/a")).toBe(
      "https://***@api.example/ and http://127.0.0.1:80/a",
    );
  });

  test("contains ~ for the user's folder, as a path and as a URI", () => {
    expect(clean("/home/ada/a.ts file:///home/ada/b /home/adam/c")).toBe("~/a.ts file://~/b /home/adam/c");
    const windows = (text: string) => redactTraces(text, [], "C:\\Users\\Ada L");
    expect(windows("at C:\\Users\\Ada L\\a.ts, c:/users/ada l/b, file:///c%3A/Users/Ada%20L/c")).toBe(
      "at ~\\a.ts, ~/b, file:///~/c",
    );
  });

  test("is unchanged if the user's folder is the root", () => {
    expect(redactTraces("/etc/hosts", [], "/")).toBe("/etc/hosts");
  });

  test("contains no secret at any position", () => {
    const secret = "c4n4ry7Xq2Lm9Rt5Vw1Zk8";
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redactTraces(`${before}${secret}${after}`, [secret], home)).not.toContain(secret);
        expect(clean(`${before} Bearer ${secret} ${after}`)).not.toContain(secret);
        expect(clean(`${before} https://h.example/?k=${secret} ${after}`)).not.toContain(secret);
      }),
    );
  });
});
