import { expect, test } from "vitest";
import { credentialHeaders } from "../../../../src/dialect/send/send.ts";

test.each([
  [{ header: "Authorization", scheme: "SSWS" }, "SSWS k1"],
  [{ header: "Authorization", scheme: "Token token=" }, "Token token=k1"],
  [{ header: "Authorization" }, "k1"],
  [{ header: "Authorization", user: "me" }, `Basic ${btoa("me:k1")}`],
])("the key is sent as %o says", (credential, value) => {
  expect(credentialHeaders({ credential }, "k1")).toEqual({ authorization: value });
});
