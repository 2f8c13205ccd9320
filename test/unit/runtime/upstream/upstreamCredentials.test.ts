import { expect, test } from "vitest";
import { listCredentialForms } from "../../../../src/runtime/upstream/upstreamCredentials.ts";

test("a Basic credential is masked in each form in which an API repeats it", () => {
  const encoded = Buffer.from("me:?>~?>~").toString("base64");
  expect(encoded).toMatch(/[+/]/);
  const value = `Basic ${encoded}`;
  const forms = listCredentialForms([{ in: "header", name: "Authorization", value, secret: "?>~?>~", variables: [] }]);
  const repeated = [encoded, encoded.replaceAll("/", "\\/"), encodeURIComponent(encoded)];
  expect(forms).toEqual(expect.arrayContaining([...repeated, "?>~?>~", encodeURIComponent("?>~?>~")]));
});
