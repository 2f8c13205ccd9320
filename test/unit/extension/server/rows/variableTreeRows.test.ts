import { expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import {
  labelHealth,
  listVariableGroups,
} from "../../../../../src/extension/server/model/credentials/variableGroups.ts";
import { serverTreeRow } from "../../../../../src/extension/server/rows/serverTreeRows.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { readTreeRow } from "../../../../support/editor/treeRowTexts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

type Variable = NonNullable<Server["variables"]>[number];
const key: Variable = { name: "API_KEY", required: true, secret: true, description: "The key.", sentAs: "header X" };
const base: Variable = { name: "API_BASE_URL", required: false, secret: false, description: "The address." };
const hosts: Variable = { name: "API_HOSTS", required: false, secret: false, description: "Hosts.", hosts: ["a"] };
const added = { ...base, name: "API_SECRET_HEADER_X_AUTH_TOKEN", sentAs: "header X-Auth-Token" };
const receivers = { ...hosts, name: "API_SECRET_HEADER_X_AUTH_TOKEN_API_HOSTS" };
const credential = { name: "clientTokenHeader", operations: 3 };
const client = {
  ...{ ...key, name: "CLIENT_TOKEN_HEADER_API_KEY", required: false, credential, sentAs: "header X-Gotify-Key" },
};
const basic = { required: false, credential: { name: "basicAuth", operations: 3 }, description: "" };
const user = { ...basic, name: "BASIC_AUTH_USER", secret: false, sentAs: "Basic user" };
const password = { ...basic, name: "BASIC_AUTH_PASSWORD", secret: true, sentAs: "Basic password" };
const together = ["A", "B"].map((name) => {
  return { ...client, name, credential: { name, operations: 1, needs: ["A", "B"].filter((one) => one !== name) } };
});
const ofLogin = { required: false, secret: true, description: "", credential: { name: "login", operations: 1 } };
const login = [
  { ...ofLogin, name: "LOGIN_CLIENT_ID", sentAs: "OAuth client id" },
  { ...ofLogin, name: "LOGIN_TOKEN", sentAs: "bearer token" },
];
const changed = { ...key, set: true, changed: true };
const server = (variables: readonly Variable[], environment?: Server["environment"], more = {}): Server => ({
  ...{ id: "srv_1", name: "Pets", status: "ready", variables, liveDeploymentId: "dep_1" },
  environment,
  ...more,
});

const group = (...given: Parameters<typeof server>): TreeNode => ({ kind: "variables", server: server(...given) });
/** The row of a variable, with those that belong to it. */
const row = (variable: Variable, environment?: Server["environment"], more: readonly Variable[] = []): TreeNode => {
  const one = server([variable, ...more], environment);
  return { kind: "variable", server: one, group: requireValue(listVariableGroups(one)[0]) };
};
const values = { API_KEY: "canary", API_BASE_URL: "https://a.example" };
const icon = "symbol-variable";

const live: Deployment = { id: "dep_1", status: "running", version: "1.0.0", serverId: "srv_1" };
const running = (health: Deployment["health"]): TreeNode => ({
  ...{ kind: "server", server: server([key]), live: { ...live, health }, latest: live },
});
const message = "pets.example.com refuses API_KEY (GET /pets: 401)";
const checked = ["process", "handshake", "tools", "api"];

const any = expect.anything();
const rows: readonly (readonly [string, TreeNode, readonly unknown[], object?])[] = [
  [
    "variables are counted without the lists of agreed hosts",
    group([key, base, hosts], { API_KEY: null }),
    ["1 of 1 set", icon, "variables"],
  ],
  ["a required one has no value", group([key, base], {}), ["needs API_KEY", "warning", "variables"]],
  ["several required ones have none", group([key, { ...key, name: "B" }], {}), ["needs 2 values"]],
  [
    "some changed since the live deployment",
    group([changed], { API_KEY: null }),
    ["changed since deployed · 1 of 1 set", icon, "variables.changed"],
  ],
  [
    "a stopped server starts with the changes",
    group([changed], { API_KEY: null }, { desiredState: "stopped" }),
    ["1 of 1 set", icon, "variables"],
  ],
  ["the service does not report values", group([base]), ["", icon, "variables"]],
  ["the service does not report a value", row(key), ["header X", "question", "variable", "API_KEY"]],
  ["hosts are not allowed", row(hosts, { API_KEY: null }), ["not allowed"]],
  ["hosts are allowed", row(hosts, { API_HOSTS: "a" }), ["allowed · a"]],
  ["a header was added", row(added), [any, any, any, "X-Auth-Token"]],
  [
    "a header was added, with the hosts that get it",
    row({ ...added, sentTo: ["a.example"] }, { [receivers.name]: "a.example" }, [receivers]),
    ["not set · header X-Auth-Token", "circle-outline", "variable", "X-Auth-Token"],
    { "Sent to": "a.example", "Agreed hosts": "a.example" },
  ],
  [
    "a scheme has one value",
    row(client, { API_HOSTS: "a" }, [{ ...hosts, credential: client.credential }]),
    ["not set · header X-Gotify-Key", "circle-outline", "variable", "Client token"],
    { Variable: "CLIENT_TOKEN_HEADER_API_KEY", "Agreed hosts": "a" },
  ],
  [
    "a scheme has a user and a password, which an API may not want",
    row(user, { BASIC_AUTH_USER: "ann" }, [password]),
    ["set · user and password", "pass", "variable", "Basic"],
    { Variable: "BASIC_AUTH_USER, BASIC_AUTH_PASSWORD" },
  ],
  [
    "the label says how a credential is sent",
    row({ ...client, credential: { name: "bearerAuth", operations: 1 }, sentAs: "bearer token" }, {}),
    ["not set", "circle-outline", "variable", "Bearer"],
  ],
  [
    "an account is connected for a scheme",
    {
      ...{ kind: "variable", group: requireValue(listVariableGroups(server(login))[0]) },
      server: server(login, {}, { accounts: [{ scheme: "login", status: "connected" }] }),
    },
    ["connected · bearer token", "key", "variable", "Login"],
  ],
  [
    "another credential than the one that is set does not count",
    group([client, { ...hosts, credential: client.credential }, user, password, base], { BASIC_AUTH_USER: "ann" }),
    ["1 of 1 set"],
  ],
  ["no credential is set", group([client, user, password, base], {}), ["0 of 1 set"]],
  ["one of two credentials that are sent together is set", group(together, { A: "1" }), ["1 of 2 set"]],
  ["a secret is set", row(key, values), ["set · header X", "key", "variable", "API_KEY"]],
  ["a variable is set", row(base, values), ["set · https://a.example", "pass", "variable", "API_BASE_URL"]],
  [
    "a documented one is cleared",
    row({ ...changed, set: false, required: false, documentation: "https://d.example" }, values),
    ["cleared since deployed · header X", "circle-outline", "variable", "API_KEY"],
  ],
  ["a required one is not set", row(key, {}), ["not set, required · header X"]],
  [
    "the API refuses the key",
    running({ status: "degraded", code: "credential_refused", message, checked }),
    ["API refuses the key · running · 1.0.0", "warning"],
    { Health: `degraded (checked: process, MCP, API). ${message}` },
  ],
  [
    "a skill is attached",
    {
      ...{ kind: "tools", deploymentId: "dep_1", isLatest: true, tokens: undefined },
      server: server([], {}, { toolCount: 3, source: { kind: "openapi", skills: ["pet-care"] } }),
    },
    ["3 · 1 skill", "tools"],
  ],
  [
    "an older version is live, so its tools are not known",
    {
      ...{ kind: "tools", deploymentId: "dep_1", isLatest: false, tokens: undefined },
      server: server([], {}, { toolCount: 3, source: { kind: "openapi", skills: ["pet-care"] } }),
    },
    ["", "tools"],
  ],
  [
    "the API is down",
    running({ status: "degraded", code: "api_unreachable", message: "Down." }),
    [expect.stringContaining("API not reached")],
  ],
  [
    "the server is healthy",
    running({ status: "healthy", message: null, checked: ["process", "handshake", "tools"] }),
    ["running · 1.0.0", "pass"],
    { Health: "healthy (checked: process, MCP)" },
  ],
];

test.for(rows)("the row where %s", ([, node, texts, expectedFacts = {}]) => {
  const { description, icon, context, label, facts } = readTreeRow(node);
  expect([description, icon, context, label].slice(0, texts.length)).toEqual(texts);
  expect(facts).toMatchObject(expectedFacts);
});

test("no value of a secret is in a tooltip, and no health that the service does not say", () => {
  expect(JSON.stringify(readTreeRow(row(key, values)))).not.toContain("canary");
  expect(readTreeRow(running(undefined)).facts).not.toHaveProperty("Health");
});

test("health names a credential as its variables do, not by its variable", () => {
  const one = server([{ ...key, credential: { name: "ApiKeyAuth" } }]);
  const health = { status: "degraded", message } as const;
  const node: TreeNode = { kind: "server", server: one, live: { ...live, health }, latest: live };
  expect(readTreeRow(node).facts).toMatchObject({
    Health: "degraded. pets.example.com refuses API key (GET /pets: 401)",
  });
  expect(labelHealth(one, { ...live, health }).health?.message).toBe(
    "pets.example.com refuses API key (GET /pets: 401)",
  );
});

test("a server without variables has no row for them", () => {
  const kinds = (one: Server) =>
    serverTreeRow
      .children?.({ kind: "server", server: one, live: undefined, latest: undefined })
      .map(({ kind }) => kind);
  expect(kinds(server([]))).not.toContain("variables");
  expect(kinds(server([key]))?.[0]).toBe("variables");
});
