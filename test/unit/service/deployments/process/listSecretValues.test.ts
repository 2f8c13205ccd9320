import { expect, test } from "vitest";
import { listSecretValues } from "../../../../../src/service/deployments/process/listSecretValues.ts";

const environment = {
  API_KEY: "the-key",
  API_BASE_URL: "http://gotify.lan:8080",
  KEY_API_HOSTS: "http://gotify.lan:8080",
  API_SECRET_HEADER_X_AUTH: "the-header",
  API_SECRET_HEADER_X_AUTH_API_HOSTS: "gotify.lan",
  UNDECLARED: "of-another-version",
};
const variable = (name: string) => ({ name, secret: false, required: false, description: "" });

test("protocol, host and port of an API are readable in errors, and no other value is, whatever its version declares", () => {
  const declared = { variables_json: [variable("API_KEY"), { ...variable("KEY_API_HOSTS"), hosts: [] }] };
  expect(listSecretValues(environment, declared)).toEqual(["the-key", "the-header", "of-another-version"]);
  expect(listSecretValues(environment, undefined)).toContain("http://gotify.lan:8080");
});
