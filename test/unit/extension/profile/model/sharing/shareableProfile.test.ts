import { expect, test } from "vitest";
import { dialectProfileSchema } from "../../../../../../src/contract/dialectProfile.ts";
import {
  completeHeader,
  findOmittedFacts,
  restoreOmittedFacts,
  toShareableProfile,
} from "../../../../../../src/extension/profile/model/sharing/shareableProfile.ts";

test("a shared profile has the headers of an operation, and those that look like a secret are empty", () => {
  const headers = { "Idempotency-Key": "{uuid}", "X-Mode": "strict", "X-Api-Key": "abc", "X-Time": "{now}" };
  const { "X-Api-Key": secret, ...others } = headers;
  const operations = { "projects.create": { headers, format: "form" }, "me.get": { item: "$.user" } };
  const profile = dialectProfileSchema.parse({ version: 2, dialect: "other", operations });
  const shared = toShareableProfile(profile);
  expect(shared.operations).toEqual({
    "projects.create": { headers: { ...others, "X-Api-Key": "" }, format: "form" },
    "me.get": { item: "$.user" },
  });
  expect(findOmittedFacts(shared).headers).toEqual(["X-Api-Key"]);
  expect(restoreOmittedFacts(shared, profile)).toEqual(profile);
  expect(completeHeader(shared, "X-Api-Key", secret)).toEqual(profile);
});

test.each<[string, boolean]>([
  ["fairlead-{uuid}", true],
  ["{id}/{now}", true],
  ["sk_live_4f9a8b7c6d5e-{uuid}", false],
])("a shared profile with the header %s of an operation has it: %s", (value, isShared) => {
  const operations = { "projects.create": { headers: { "Idempotency-Key": value } } };
  const shared = toShareableProfile(dialectProfileSchema.parse({ version: 2, dialect: "other", operations }));
  expect(shared.operations["projects.create"]?.headers).toEqual({ "Idempotency-Key": isShared ? value : "" });
});
