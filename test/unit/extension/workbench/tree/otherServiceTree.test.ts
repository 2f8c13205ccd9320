import { describe, expect, test } from "vitest";
import type { ViewId } from "../../../../../src/extension/base/ports.ts";
import { openSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createAccountSource } from "../../../../../src/extension/workbench/tree/createAccountSource.ts";
import { createDeploymentsSource } from "../../../../../src/extension/workbench/tree/createDeploymentsSource.ts";
import { createRegistrySource } from "../../../../../src/extension/workbench/tree/createRegistrySource.ts";
import { createServersSource } from "../../../../../src/extension/workbench/tree/serversSource.ts";
import { createSkillsSource } from "../../../../../src/extension/workbench/tree/skillsSource.ts";
import type { TreeSource } from "../../../../../src/extension/workbench/tree/treeSource.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { createTestTree } from "../../../../support/editor/testTree.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const servers = { data: [{ id: "s-1", name: "Weather", status: "HIBERNATING DEEPLY" }] };
const deployments = { data: [{ id: "d-1", server_id: "s-1", version: "1.0.0", phase: "QUIESCING" }] };
const unclearResponse = { ships: [{ pk: "s-1", moniker: "Shop" }], crews: [{ who: "Ann" }] };

const noLinks = () => openSkillLinks(createMapMemory(), "");

type Given = Parameters<typeof createOtherServiceFixture>[2];

async function openView(view: ViewId, answers: Readonly<Record<string, unknown>>, given: Given = {}) {
  const fixture = await createOtherServiceFixture(served, answers, given);
  const { connections, memory } = fixture.app;
  const sources: Partial<Record<ViewId, TreeSource>> = {
    "fairlead.servers": createServersSource(fixture.app),
    "fairlead.deployments": createDeploymentsSource(),
    "fairlead.registry": createRegistrySource(),
    "fairlead.skills": createSkillsSource({ localSkills: fixture.app.localSkills, links: noLinks, machine: "here" }),
    "fairlead.account": createAccountSource(connections),
  };
  const source = sources[view];
  if (!source) throw new Error(`There is no source of ${view} here.`);
  const tree = createTestTree({ view, source, connections, memory });
  const { host } = new URL(fixture.service.url);
  return {
    tree,
    /** Reads the view, and accepts all that is proposed of it. */
    accept: async () => {
      await tree.children();
      fixture.accept();
      tree.invalidate();
      await tree.refresh();
    },
    text: async (parent?: TreeNode) =>
      formatTreeRows(await tree.children(parent)).map((row) => row.replaceAll(host, "HOST")),
    [Symbol.asyncDispose]: async () => {
      tree.dispose();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

const notes = (nodes: readonly TreeNode[]) => nodes.flatMap((node) => (node.kind === "note" ? [node] : []));

describe("a view of a service without its list", () => {
  test("is one note without an action", async () => {
    await using view = await openView("fairlead.registry", {});
    expect(await view.text()).toEqual(["HOST has no registry."]);
    const [note] = notes(await view.tree.children());
    expect(note).toMatchObject({ icon: "circle-slash", detail: expect.stringMatching(/Everything else works\.$/) });
    expect(note?.command).toBeUndefined();
  });

  test("is one note with the reason if the key is not allowed to read it", async () => {
    await using view = await openView(
      "fairlead.registry",
      {},
      {
        answer: ({ path }) => (path.includes("registry") ? { status: 403, body: { error: "Admins only" } } : undefined),
      },
    );
    expect(await view.text()).toEqual(["Your key may not see this"]);
    expect(notes(await view.tree.children())[0]?.detail).toContain("Admins only");
  });

  test("shows the lists that exist", async () => {
    await using view = await openView("fairlead.servers", { servers });
    expect(await view.text()).toEqual([expect.stringMatching(/^Weather \| /)]);
  });
});

test("a list of which the service does not say that it ends has a note that more may exist", async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ id: `s-${index}`, name: `Weather ${index}` }));
  await using view = await openView("fairlead.servers", { servers: { data: many } });
  const [last] = (await view.tree.children()).slice(-1);
  expect(last).toMatchObject({ kind: "note", label: "More may exist", command: "fairlead.profile.edit" });
});

test("a server with a running deployment is shown as running, once it is said what the states mean", async () => {
  const active = { data: [{ id: "s-1", name: "Weather", status: "active" }] };
  const running = { data: [{ id: "d-1", server_id: "s-1", version: "1.0.0", phase: "RUNNING" }] };
  await using view = await openView("fairlead.servers", { servers: active, deployments: running });
  expect(await view.text()).toEqual(["Weather | active"]);
  await view.accept();
  expect(await view.text()).toEqual(["Weather | running · 1.0.0"]);
});

test("a server is not shown as not deployed if the service does not report the live deployment", async () => {
  await using view = await openView("fairlead.servers", {
    servers: { data: [{ id: "s-1", name: "W", status: "active" }] },
  });
  await view.accept();
  expect(await view.text()).toEqual(["W | ready"]);
});

test("missing sections of the account are one note each", async () => {
  await using view = await openView("fairlead.account", {});
  const sections = (await view.tree.children()).filter(({ kind }) =>
    ["members", "usage", "apiKeys", "oauthConnections"].includes(kind),
  );
  const rows = await Promise.all(sections.map((section) => view.text(section)));
  expect(rows.flat()).toEqual([
    "HOST has no members.",
    "HOST has no usage.",
    "HOST has no API keys.",
    "HOST has no OAuth connections.",
  ]);
});

describe("unknown states", () => {
  test("are shown in the service's words, with a neutral icon", async () => {
    await using view = await openView("fairlead.servers", { servers });
    expect(await view.text()).toEqual(["Weather | HIBERNATING DEEPLY"]);
  });

  test("of deployments are shown too, and missing times are omitted", async () => {
    await using view = await openView("fairlead.deployments", { servers, deployments });
    await view.accept();
    expect(await view.text()).toEqual(["Weather 1.0.0 | QUIESCING"]);
  });
});

test("the rows of a response that is not understood lead to the profile and to the response", async () => {
  await using view = await openView("fairlead.servers", { servers: unclearResponse });
  const rows = notes(await view.tree.children());
  expect(rows.map(({ label, command, operation }) => [label, command, operation])).toEqual([
    [expect.stringMatching(/^Could not list servers at /), "fairlead.showLog", undefined],
    ["Open Service Profile", "fairlead.compatibility.check", "servers.list"],
    ["Show raw answer", "fairlead.openRaw", "servers.list"],
    ["Try again", "fairlead.refresh", undefined],
    ["Show the log", "fairlead.showLog", undefined],
  ]);
});

describe("a skill whose installations cannot be read", () => {
  const skills = { data: [{ id: "k-1", name: "brand-voice", latest_version: "1.0.0" }] };

  test("still has its test runs, and shows the installations after the next reading", async () => {
    let isBroken = true;
    const installation = { id: "i-1", skill_id: "k-1", agent: "claude-code", version: "1.0.0", status: "installed" };
    await using view = await openView(
      "fairlead.skills",
      { skills },
      {
        answer: ({ path }) => {
          if (!path.includes("installations")) return undefined;
          return isBroken
            ? { status: 400, body: { error: "The table is locked." } }
            : { body: { data: [installation] } };
        },
      },
    );
    const find = async () => (await view.tree.children()).find(({ kind }) => kind === "skill");
    const failed = await view.text(await find());
    expect(failed[0]).toContain("The table is locked");
    expect(failed.slice(1)).toEqual(["Try again", "Show the log", "Test runs"]);
    isBroken = false;
    view.tree.invalidate();
    await view.tree.refresh();
    expect(await view.text(await find())).toEqual([expect.stringContaining("1.0.0"), "Test runs"]);
  });
});
