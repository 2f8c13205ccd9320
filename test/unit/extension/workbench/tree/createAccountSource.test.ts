import { describe, expect, test } from "vitest";
import { meSchema } from "../../../../../src/contract/identity.ts";
import { oauthConnectionSchema } from "../../../../../src/contract/oauthConnections.ts";
import { identityTreeRow } from "../../../../../src/extension/account/rows/identityTreeRows.ts";
import { oauthConnectionTreeRow } from "../../../../../src/extension/account/rows/oauthConnectionTreeRows.ts";
import { metricTreeRow } from "../../../../../src/extension/account/rows/usageTreeRows.ts";
import type { Connections } from "../../../../../src/extension/connection/model/connections.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createAccountSource } from "../../../../../src/extension/workbench/tree/createAccountSource.ts";
import type { ViewTree } from "../../../../../src/extension/workbench/tree/viewTree.ts";
import { createViewFilters } from "../../../../../src/extension/workbench/viewFilters.ts";
import { meResponse } from "../../../../support/client/scriptedClient.ts";
import { createPageRequest, createTestTree } from "../../../../support/editor/testTree.ts";
import { createTestUser, openTestWindow } from "../../../../support/editor/testWindow.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { exchangeCode, logIn } from "../../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const members = Array.from({ length: 120 }, (_, at) => ({ name: `Member ${at}`, email: `m${at}@example.com` }));
const served = await useServedService({
  team: { organizations: [], members, limits: { deployments: 1, testRuns: 5 } },
});

const newUser = () => createTestUser(served.service);

/** A window with the view; `key` is that of the connection `Work`. */
async function openView(user = newUser()) {
  const window = openTestWindow(user);
  const { connections, memory, requests } = window;
  const filters = createViewFilters(memory);
  const source = createAccountSource(connections);
  const tree = createTestTree({ view: "fairlead.account", source, connections, filters, memory });
  const end = () => {
    tree.dispose();
    window[Symbol.dispose]();
  };
  return { ...{ connections, filters, requests, tree }, [Symbol.dispose]: end };
}

async function connected() {
  const view = await openView();
  await view.connections.add({ baseUrl: served.service.url, key: served.service.issueKey("Laptop") }, "Work");
  view.requests.length = 0;
  return view;
}

async function below(tree: ViewTree, ...kinds: TreeNode["kind"][]): Promise<readonly TreeNode[]> {
  let nodes = await tree.children();
  for (const kind of kinds) {
    const parent = nodes.find((node) => node.kind === kind);
    if (!parent) throw new Error(`there is no ${kind} among ${formatTreeRows(nodes)}`);
    nodes = await tree.children(parent);
  }
  return nodes;
}

const activeOf = (connections: Connections) => {
  return requireValue(connections.active());
};

describe("the view of the account", () => {
  test("shows the user and the service with one request, and reads no section", async () => {
    using view = await connected();
    const rows = formatTreeRows(await view.tree.children());
    expect(rows).toEqual([
      expect.stringMatching(/^.+ \| key "Laptop"$/),
      "Connections",
      "Personal | owner · plan local · 121 members",
      "Members",
      "Usage",
      "API keys",
      "OAuth connections",
      "Agents",
      "Service settings",
    ]);
    expect(view.requests).toEqual(["GET /api/v1/organization"]);
  });

  test("reads each section when it is opened, once", async () => {
    using view = await connected();
    await view.tree.children();
    view.requests.length = 0;
    for (const kind of ["members", "usage", "apiKeys", "oauthConnections"] as const) {
      await below(view.tree, kind);
      await below(view.tree, kind);
    }
    expect(view.requests).toEqual([
      "GET /api/v1/organization/members",
      "GET /api/v1/organization/usage",
      "GET /api/v1/api-keys",
      "GET /api/v1/oauth/connections",
    ]);
  });

  test("shows the rest if the organization cannot be read, and offers another one", async () => {
    using view = await connected();
    const session = view.connections.session();
    if (session.kind !== "connected") throw new Error("not connected");
    const source = createAccountSource(view.connections);
    const call: typeof session.client.call = async (name, input, options) => {
      if (name === "organization.get") throw new Error("There is no such operation. It is not there.");
      return session.client.call(name, input, options);
    };
    const { nodes } = await source.roots(createPageRequest({ ...session.client, call }));
    expect(nodes[2]).toMatchObject({ kind: "note", icon: "error", command: "fairlead.organization.switch" });
    expect(nodes).toHaveLength(9);
  });

  test("lists members in pages, by name, and filters them", async () => {
    using view = await connected();
    const page = await below(view.tree, "members");
    expect(page).toHaveLength(101);
    expect(page.at(-1)).toMatchObject({ kind: "more" });
    await view.tree.more("members");
    expect(await below(view.tree, "members")).toHaveLength(121);
    await view.filters.write("fairlead.account", "m7@example.com");
    expect(formatTreeRows(await below(view.tree, "members"))).toEqual(["Member 7 | member · m7@example.com"]);
    await view.filters.write("fairlead.account", "nobody");
    const [note] = await below(view.tree, "members");
    expect(note).toMatchObject({ label: 'No member matches "nobody"', command: "fairlead.account.filter" });
  });

  test("shows usage against its limits, as text and icon", async () => {
    using view = await connected();
    const nodes = await below(view.tree, "usage");
    expect(formatTreeRows(nodes)).toEqual([
      "Deployments | 0 of 1",
      "Test runs | 0 of 5",
      "Tool calls | 0 of 20,000,000",
      expect.stringMatching(/^Storage \| 0 bytes/),
    ]);
    const metric = { name: "deployments", used: 8, limit: 10, unit: "count" } as const;
    const looks = [7, 8, 10, 12].map((used) => {
      const { icon, description } = metricTreeRow.describe({ kind: "metric", metric: { ...metric, used } }, 0);
      return `${icon} ${description}`;
    });
    expect(looks).toEqual([
      "pulse 7 of 10",
      "warning 8 of 10, 80 % used",
      "error 10 of 10, used up",
      "error 12 of 10, used up",
    ]);
  });

  test("marks the key in use and expired keys", async () => {
    using view = await connected();
    const expiresAt = new Date(Date.now() + 86_400_000 * 3.5).toISOString();
    await served.api.call("apiKeys.create", { name: "CI", scopes: ["read", "deploy"], expiresAt });
    const nodes = await below(view.tree, "apiKeys");
    const rows = formatTreeRows(nodes);
    const laptop = rows.find((row) => row.startsWith("Laptop | in use here"));
    expect(laptop).toMatch(/^Laptop \| in use here · never expires · used .* · read write deploy runtime admin$/);
    const ci = requireValue(nodes.filter((node) => node.kind === "apiKey" && node.apiKey.name === "CI")[0]);
    expect(rowOf(ci).describe(ci, Date.now())).toMatchObject({
      icon: "key",
      context: "apiKey",
      description: "expires in 3 d · never used · read deploy",
    });
    expect(rowOf(ci).describe(ci, Date.now() + 86_400_000 * 5)).toMatchObject({
      icon: "warning",
      context: "apiKey.expired",
      description: "expired 1 d ago · never used · read deploy",
    });
  });

  test("shows the state and the servers of OAuth connections", () => {
    const changed = (status: "connected" | "expired" | "revoked", usedBy: readonly string[]) => {
      const connection = oauthConnectionSchema.parse({
        ...{ ...meResponse, id: "oac_1", provider: "https://accounts.example.com", account: "ada", scopes: ["repo"] },
        ...{ status, statusDetail: null, connectedAt: meResponse.createdAt, expiresAt: null, usedBy: ["srv_1"] },
      });
      const node = { kind: "oauthConnection", connection, usedBy } as const;
      const { label, icon, description, context } = oauthConnectionTreeRow.describe(node, Date.now());
      return [label, icon, description, context];
    };
    const where = "https://accounts.example.com";
    expect(changed("connected", ["Shop"])).toEqual([
      "ada",
      "pass",
      `connected · ${where} · Shop`,
      "oauthConnection.connected",
    ]);
    expect(changed("expired", [])[2]).toBe(`expired, connect again · ${where} · not used`);
    expect(changed("revoked", [])).toEqual([
      ...["ada", "error", `revoked, connect again · ${where} · not used`, "oauthConnection.revoked"],
    ]);
  });

  test("shows that no account is connected", async () => {
    using view = await connected();
    expect(formatTreeRows(await below(view.tree, "oauthConnections"))).toEqual(["No account is connected"]);
  });

  test("shows when the key expires", () => {
    const expiring = meSchema.parse({
      ...meResponse,
      email: "a@b.c",
      key: { ...meResponse.key, expiresAt: "2026-01-11T00:00:00.000Z" },
    });
    const connection = { id: "c", name: "Work", baseUrl: "https://fairlead.example", kind: "remote" } as const;
    const node = { kind: "identity", me: expiring, connection } as const;
    const { description, facts } = identityTreeRow.describe(node, Date.parse("2026-01-01T00:00:00.000Z"));
    expect(description).toBe('a@b.c · key "test" · expires in 10 d');
    expect(facts()).toContainEqual(["Its scopes", "read"]);
  });
});

describe("the connections in the account view", () => {
  test("are all listed, with the actions of each", async () => {
    using view = await connected();
    const first = activeOf(view.connections);
    await view.connections.useLocal();
    await view.connections.signOut(first);
    const host = new URL(served.service.url).host;
    const nodes = await below(view.tree, "connections");
    expect(formatTreeRows(nodes)).toEqual(["Local service | in use · on this machine", `Work | signed out · ${host}`]);
    expect(nodes.map((node) => rowOf(node).describe(node, 0).context)).toEqual([
      "connection.local.ready.active",
      "connection.remote.signedOut",
    ]);
  });

  test("are listed after a sign-out, and the view is empty without a connection", async () => {
    using view = await connected();
    const connection = activeOf(view.connections);
    await view.connections.signOut(connection);
    expect(formatTreeRows(await view.tree.children())).toEqual(["Connections"]);
    expect(formatTreeRows(await below(view.tree, "connections"))[0]).toMatch(/^Work \| in use · signed out/);
    await view.connections.remove(connection);
    expect(await view.tree.children()).toEqual([]);
  });

  test("are listed if the service is unreachable", async () => {
    const user = newUser();
    using first = await openView(user);
    await first.connections.add({ baseUrl: served.service.url, key: served.service.issueKey("x") }, "Work");
    const down = openTestWindow(user);
    down.network.isDown = true;
    const { connections, memory } = down;
    const tree = createTestTree({
      ...{ view: "fairlead.account", source: createAccountSource(connections), connections, memory },
    });
    const rows = formatTreeRows(await tree.children());
    expect([rows[0], rows.at(-1)]).toEqual(["Not connected", "Connections"]);
    tree.dispose();
    down[Symbol.dispose]();
  });

  test("are refreshed when another window adds one", async () => {
    const user = newUser();
    using view = await openView(user);
    const changed = new Promise((resolve) => view.tree.onDidChange(resolve));
    using other = await openView(user);
    await other.connections.add({ baseUrl: served.service.url, key: served.service.issueKey("x") }, "Work");
    await changed;
    expect(view.connections.all().map(({ name }) => name)).toEqual(["Work"]);
  });
});

test("show that a service has another dialect, and link to the report", async () => {
  using view = await connected();
  const session = view.connections.session();
  if (session.kind !== "connected") throw new Error("not connected");
  const factsOfWork = async () => {
    const nodes = await below(view.tree, "connections");
    return nodes
      .map((node) => rowOf(node).describe(node, 0))
      .find(({ label }) => label === "Work")
      ?.facts()
      .join("; ");
  };
  expect(await factsOfWork()).not.toContain("Check Compatibility");
  session.profileStore.save({ version: 2, dialect: "other", operations: {} });
  expect(await factsOfWork()).toContain("API,its own; Check Compatibility shows what works");
});

test("the section Agents lists who has access to which server, and says how the first one comes about", async () => {
  using view = await connected();
  const { tree } = view;
  const section = requireValue((await tree.children()).find((node) => node.kind === "grants"));
  expect(await tree.children(section)).toMatchObject([
    { kind: "note", label: "No agent has access", detail: expect.stringContaining("log in there") },
  ]);
  const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Pet Shop" });
  const service = { url: served.service.url, key: requireValue(served.service.firstKey) };
  await exchangeCode(service, await logIn(service, `${service.url}/mcp/${server.id}`));
  tree.invalidate();
  await tree.refresh();
  expect(formatTreeRows(await tree.children(section))).toEqual(["Claude Code | Pet Shop · never used"]);
});
