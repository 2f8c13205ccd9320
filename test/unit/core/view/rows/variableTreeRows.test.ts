import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { serverTreeRow } from "../../../../../src/core/view/rows/serverTreeRows.ts";
import { variablesTreeRow, variableTreeRow } from "../../../../../src/core/view/rows/variableTreeRows.ts";

type Variable = NonNullable<Server["variables"]>[number];
const key: Variable = { name: "API_KEY", required: true, secret: true, description: "The key.", sentAs: "header X" };
const base: Variable = { name: "API_BASE_URL", required: false, secret: false, description: "The address." };
const hosts: Variable = { name: "API_HOSTS", required: false, secret: false, description: "Hosts.", hosts: ["a"] };
const server = (variables: readonly Variable[], environment?: Server["environment"]): Server => ({
  ...{ id: "srv_1", name: "Pets", status: "ready", variables, liveDeploymentId: "dep_1" },
  environment,
});
const group = (one: Server) => {
  const { description, icon, context } = variablesTreeRow.describe({ kind: "variables", server: one }, 0);
  return [description, icon, context];
};
const row = (one: Server, variable: Variable) => {
  const { label, description, icon, context } = variableTreeRow.describe(
    { kind: "variable", server: one, variable },
    0,
  );
  return [label, description, icon, context];
};

describe("the variables of a server", () => {
  test("are counted without the lists of agreed hosts", () => {
    const one = server([key, base, hosts], { API_KEY: null });
    expect(group(one)).toEqual(["1 of 2 set", "symbol-variable", "variables.check"]);
    expect(row(one, hosts)[1]).toBe("not agreed");
    expect(row(server([hosts], { API_HOSTS: "a" }), hosts)[1]).toBe("agreed · a");
  });

  test("name the required one that has no value", () => {
    expect(group(server([key, base], {}))).toEqual(["needs API_KEY", "warning", "variables.check"]);
    expect(group(server([key, { ...key, name: "B" }], {}))[0]).toBe("needs 2 values");
  });

  test("of an added header have its name, and the hosts that get it", () => {
    const added = { ...base, name: "API_SECRET_HEADER_X_AUTH_TOKEN", sentAs: "header X-Auth-Token" };
    const receivers = { ...hosts, name: "API_SECRET_HEADER_X_AUTH_TOKEN_API_HOSTS" };
    expect(row(server([added]), added)[0]).toBe("X-Auth-Token");
    expect(row(server([receivers]), receivers)[0]).toBe("Hosts of X-Auth-Token");
  });

  test("say that some changed since the live deployment", () => {
    const one = server([{ ...key, set: true, changed: true }], { API_KEY: null });
    expect(group(one)).toEqual(["changed since deployed · 1 of 1 set", "symbol-variable", "variables.changed.check"]);
  });

  test("of a stopped server need no deployment to apply, because it starts with them", () => {
    const one = {
      ...server([{ ...key, set: true, changed: true }], { API_KEY: null }),
      desiredState: "stopped" as const,
    };
    expect(group(one)).toEqual(["1 of 1 set", "symbol-variable", "variables.check"]);
  });

  test("say nothing about values that the service does not report", () => {
    expect(group(server([base]))).toEqual(["", "symbol-variable", "variables"]);
    expect(row(server([key]), key)).toEqual(["API_KEY", "header X", "question", "variable.set.check"]);
  });

  test("have a row each, with the state first and no value of a secret", () => {
    const one = server([key, base], { API_KEY: "canary", API_BASE_URL: "https://a.example" });
    expect(row(one, key)).toEqual(["API_KEY", "set · header X", "key", "variable.set.check"]);
    expect(row(one, base)).toEqual(["API_BASE_URL", "set · https://a.example", "pass", "variable.set"]);
    const changed = { ...key, set: false, changed: true, required: false, documentation: "https://d.example" };
    expect(row(one, changed)).toEqual([
      "API_KEY",
      "cleared since deployed · header X",
      "circle-outline",
      "variable.check.documented",
    ]);
    expect(row(server([key], {}), key)[1]).toBe("not set, required · header X");
    const facts = variableTreeRow.describe({ kind: "variable", server: one, variable: key }, 0).facts();
    expect(JSON.stringify(facts)).not.toContain("canary");
  });

  test("have no row below a server without any", () => {
    const kinds = (one: Server) =>
      serverTreeRow
        .children?.({ kind: "server", server: one, live: undefined, latest: undefined })
        .map(({ kind }) => kind);
    expect(kinds(server([]))).not.toContain("variables");
    expect(kinds(server([key]))?.[0]).toBe("variables");
  });
});

describe("the row of a running server", () => {
  const live: Deployment = { id: "dep_1", status: "running", version: "1.0.0", serverId: "srv_1" };
  const describeRow = (health: Deployment["health"]) =>
    serverTreeRow.describe({ kind: "server", server: server([key]), live: { ...live, health }, latest: live }, 0);

  test("names the cause where the API refuses the key, and what was checked", () => {
    const message = "pets.example.com refuses API_KEY (GET /pets: 401)";
    const checked = ["process", "handshake", "tools", "api"];
    const { description, icon, facts } = describeRow({
      status: "degraded",
      code: "credential_refused",
      message,
      checked,
    });
    expect([description, icon]).toEqual(["API refuses the key · running · 1.0.0", "warning"]);
    expect(facts()).toContainEqual(["Health", `degraded (checked: process, MCP, API). ${message}`]);
  });

  test("distinguishes an API that is down from one that refuses the key", () => {
    const { description } = describeRow({ status: "degraded", code: "api_unreachable", message: "Down." });
    expect(description).toContain("API not reached");
  });

  test("says that it is healthy and what that is about, and nothing where the service does not say", () => {
    const healthy = describeRow({ status: "healthy", message: null, checked: ["process", "handshake", "tools"] });
    expect([healthy.description, healthy.icon]).toEqual(["running · 1.0.0", "pass"]);
    expect(healthy.facts()).toContainEqual(["Health", "healthy (checked: process, MCP)"]);
    expect(
      describeRow(undefined)
        .facts()
        .map(([name]) => name),
    ).not.toContain("Health");
  });
});
