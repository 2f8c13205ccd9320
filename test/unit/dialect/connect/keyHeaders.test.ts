import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { canaryKey } from "../../../support/dialect/dialectContext.ts";
import { findServiceDialect as found, guarded, inside, user } from "../../../support/dialect/findServiceDialect.ts";
import { type JsonServiceResponse, startJsonService } from "../../../support/services/jsonService.ts";

const knows = (profile: Partial<DialectProfile>): DialectProfile => {
  return { version: 2, dialect: "unknown", operations: {}, ...profile };
};

describe("the key", () => {
  test.each<[string, JsonServiceResponse]>([
    ["names another header", { status: 401, body: { message: "Use X-One-Key" } }],
    ["names nothing", { status: 401 }],
    ["says that it lacks a right", { status: 403, body: { message: "Your plan does not include this project" } }],
    ["wants another header beside it", { status: 400, body: { error: "acme-version: header is required" } }],
    ["answers with an error of status 200", { body: { success: false, error: { code: 401, message: "No key" } } }],
  ])("is sent in no other way than the profile says where the service %s", async (_what, refusal) => {
    const credential = { header: "X-Auth-Token" };
    const { outcome, requests, profile } = await found(() => refusal, knows({ credential }));
    expect(outcome).toMatchObject({ isAtContact: true });
    expect(new Set(requests.map(({ headers }) => headers["x-auth-token"]))).toEqual(new Set([canaryKey]));
    expect(profile.dialect).toBe("unknown");
  });

  test("is accepted in the header that the profile says, with the further headers", async () => {
    const known = knows({ credential: { header: "X-API-Key" }, headers: { "X-Version": "2" } });
    const { outcome, requests } = await found(guarded("x-api-key", canaryKey, {}, inside), known);
    expect(outcome).toEqual({ dialect: "other" });
    expect(requests.map(({ headers }) => headers["x-version"])).toEqual(["2"]);
  });

  test("is never sent to another origin, whatever points there", async () => {
    await using stranger = await startJsonService(() => ({ body: user }));
    const { error } = await found(({ path }) => ({ status: 302, headers: { location: `${stranger.url}${path}` } }));
    expect(error).toMatch(/RedirectedError: .*the key was not sent there/);
    expect(stranger.requests).toEqual([]);
  });
});
