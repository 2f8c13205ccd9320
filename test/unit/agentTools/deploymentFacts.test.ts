import { expect, test } from "vitest";
import { describeCredentialHosts } from "../../../src/agentTools/deploymentFacts.ts";
import type { Server } from "../../../src/contract/servers.ts";

const hostsVariable = "TOKEN_HOSTS";
const variable = { required: false, secret: true, description: "", credential: { name: "token", operations: 1 } };

/** A server with a credential for two hosts. */
const createServer = (environment: Record<string, string>, { isOpen = false, isGiven = true } = {}): Server => ({
  ...{ id: "srv_1", name: "Pets", environment },
  variables: [
    { name: "API_BASE_URL", required: isOpen, secret: false, description: "" },
    { ...variable, name: "TOKEN", set: isGiven },
    { ...variable, name: hostsVariable, hosts: ["a.example", "b.example"] },
  ],
});

test.each([
  ["none of them", createServer({}), { hostsToAgree: ["a.example", "b.example"] }],
  [
    "one",
    createServer({ [hostsVariable]: "a.example" }),
    { credentialHosts: ["a.example"], hostsToAgree: ["b.example"] },
  ],
  ["both", createServer({ [hostsVariable]: "a.example b.example" }), { credentialHosts: ["a.example", "b.example"] }],
  ["none, without a value to send", createServer({}, { isGiven: false }), {}],
  [
    "none, and chose another address of the API",
    createServer({ API_BASE_URL: "https://c.example" }),
    {
      credentialHosts: ["c.example"],
    },
  ],
  [
    "none, where the document has no address",
    createServer({ API_BASE_URL: "https://c.example" }, { isOpen: true }),
    { hostsToAgree: ["a.example", "b.example"] },
  ],
])("an agent reads which hosts get credentials when the user agreed to %s", (_, server, facts) => {
  const { hostsNote, ...found } = describeCredentialHosts(server);
  expect(found).toEqual(facts);
  expect(hostsNote !== undefined).toBe("hostsToAgree" in facts);
});
