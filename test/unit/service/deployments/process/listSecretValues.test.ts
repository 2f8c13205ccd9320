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
const variable = (name: string, secret: boolean) => ({ name, secret, required: false, description: "" });

test("protocol, host and port of an API are readable in errors, and keys and undeclared values are not", () => {
  const declared = { variables_json: [variable("API_KEY", true), variable("KEY_API_HOSTS", false)] };
  expect(listSecretValues(environment, declared)).toEqual(["the-key", "the-header", "of-another-version"]);
  expect(listSecretValues(environment, undefined)).toContain("http://gotify.lan:8080");
});
