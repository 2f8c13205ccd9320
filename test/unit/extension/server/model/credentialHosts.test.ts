import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import {
  formatCredentialLines,
  readCredentialHosts,
} from "../../../../../src/extension/server/model/credentialHosts.ts";

const key = { variable: "KEY_HOSTS", hosts: ["a.example.com", "b.example.com"], agreed: ["a.example.com"] };

test("credentials for the same hosts take one line, with the new hosts first", () => {
  expect(formatCredentialLines([key, { ...key, variable: "TOKEN_HOSTS" }])).toEqual([
    "b.example.com (new), a.example.com",
  ]);
});

test("credentials for different hosts name their variables", () => {
  expect(formatCredentialLines([key, { ...key, variable: "TOKEN_HOSTS", hosts: ["a.example.com"] }])).toEqual([
    "b.example.com (new), a.example.com (KEY_HOSTS)",
    "a.example.com (TOKEN_HOSTS)",
  ]);
});

test("the host of the address that the user entered is the one, agreed, that gets all credentials", async () => {
  const noService = {} as ServiceClient;
  const readHosts = async (environment: Record<string, string>) => {
    const variables = [{ name: "KEY_HOSTS", hosts: ["a.example.com"] }];
    const server = { variables, environment, latestVersion: "1.0.0" };
    return (await readCredentialHosts(noService, server, "1.0.0")).map(({ hosts, agreed }) => ({ hosts, agreed }));
  };
  expect(await readHosts({ API_BASE_URL: " " })).toEqual([{ hosts: ["a.example.com"], agreed: [] }]);
  const chosen = ["http://127.0.0.1:1"];
  expect(await readHosts({ API_BASE_URL: "http://127.0.0.1:1/v1" })).toEqual([{ hosts: chosen, agreed: chosen }]);
});

test("the own host of an operation is agreed to where the address is required, because the document has none", async () => {
  const variables = [
    { name: "KEY_HOSTS", hosts: ["a.example.com"] },
    { name: "API_BASE_URL", required: true },
  ];
  const server = { variables, environment: { API_BASE_URL: "https://b.example.com" }, latestVersion: "1.0.0" };
  const hosts = await readCredentialHosts({} as ServiceClient, server, "1.0.0");
  expect(hosts).toMatchObject([{ hosts: ["a.example.com"] }]);
});
