import { expect, test } from "vitest";
import { listAddedHeaderVariables } from "../../../../src/service/storage/serverEnvironment.ts";

test("an added header is two optional variables, and the list of its hosts is no secret", () => {
  const [variable, hostsVariable] = ["API_SECRET_HEADER_X_API_KEY", "API_SECRET_HEADER_X_API_KEY_API_HOSTS"];
  const environment = { [variable]: "key", [hostsVariable]: "api.example" };
  const listed = listAddedHeaderVariables(environment, (name) => environment[name] ?? null);
  expect(listed).toMatchObject([
    { name: variable, required: false, secret: true, sentTo: ["api.example"] },
    { name: hostsVariable, required: false, secret: false, hosts: ["api.example"] },
  ]);
});
