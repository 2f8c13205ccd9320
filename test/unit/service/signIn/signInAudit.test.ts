import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { auditPageSchema } from "../../../../src/contract/routes/auditRoute.ts";
import { startSignInFixture } from "../../../support/oauth/signInFixture.ts";

const fixture = await startSignInFixture({ auditDays: 365 });
afterAll(() => fixture.close());

test("a sign-in, its end and a refused one are in the audit log", async () => {
  const { code, codeVerifier } = await fixture.getCode();
  const { key } = z.object({ key: z.string() }).parse(await (await fixture.exchange({ code, codeVerifier })).json());
  await fixture.signIn("eve", fixture.createRequest().url);
  await fixture.revoke(key);
  const response = await fixture.callAs(fixture.service.firstKey ?? "", "/api/v1/organization/audit?q=sign");
  const text = await response.text();
  const entries = auditPageSchema.parse(JSON.parse(text)).items;
  expect(
    entries.map(({ action, status, address, actor, item }) => [action, status, address, actor.email, item?.name]),
  ).toEqual([
    ["signOut", 204, "127.0.0.1", "Ann@Example.com", "Editor on laptop"],
    ["signIn", 403, "127.0.0.1", null, "eve@example.com"],
    ["signIn", 201, "127.0.0.1", "Ann@Example.com", "Editor on laptop"],
  ]);
  for (const secret of [key, code, codeVerifier]) expect(text).not.toContain(secret);
});
