import { afterAll, describe, expect, test } from "vitest";
import { countVersions, listOpenPlans } from "../../../../src/core/copy/copyJob.ts";
import { formatCopyPlan } from "../../../../src/core/copy/formatCopyPlan.ts";
import { formatCopyReport } from "../../../../src/core/copy/formatCopyReport.ts";
import {
  copyProject,
  fillProject,
  publishServer,
  readMarkdown,
  readProjectContent,
} from "../../../support/service/copiedServices.ts";
import { startCopyEnd } from "../../../support/service/startCopyEnd.ts";

const [here, there] = await Promise.all([startCopyEnd(), startCopyEnd()]);
afterAll(() => Promise.all([here.close(), there.close()]));

describe("a copied project", () => {
  test("has the same versions, files and settings, and goes on after each interruption", async () => {
    const project = await fillProject(here.client, "Shop", { servers: 5, skills: 5, versions: 3 });
    let made = 0;
    for (const most of [0, 4, 9]) {
      const cancelling = new AbortController();
      if (most === 0) cancelling.abort();
      let reached = 0;
      const onVersion = () => {
        made += 1;
        reached += 1;
        if (reached === most) cancelling.abort();
      };
      const copying = copyProject(here.client, there.client, project, { signal: cancelling.signal, onVersion });
      if (most === 0) await expect(copying).rejects.toThrow();
      else expect((await copying).result.interruption).toBeDefined();
    }
    const { ends, plans, result } = await copyProject(here.client, there.client, project, {
      onVersion: () => {
        made += 1;
      },
    });
    expect(result.interruption).toBeUndefined();
    expect(result.projects.flatMap(({ results }) => results).filter(({ isEqual }) => isEqual !== true)).toEqual([]);
    const content = await readProjectContent(there.client, "Shop");
    expect(content).toEqual(await readProjectContent(here.client, "Shop"));
    expect(content.length).toBe(31);
    // A version whose response was cut off by a cancellation is made, and not reported.
    expect(made).toBeLessThanOrEqual(30);
    // The value of the secret is nowhere, and that of a variable is not shown.
    const texts = [formatCopyPlan(ends, plans), formatCopyReport(ends, result)].map(readMarkdown).join();
    expect([texts.includes("secret"), texts.includes("region-")]).toEqual([false, false]);
  });

  test("is nothing to do a second time", async () => {
    const [project] = (await here.client.call("projects.list", { q: "Shop" })).items;
    if (!project) throw new Error("The project is there.");
    const { plans, result } = await copyProject(here.client, there.client, project);
    expect([countVersions(plans), listOpenPlans(plans)]).toEqual([0, []]);
    expect(new Set(result.projects.flatMap(({ results }) => results.map(({ kind }) => kind)))).toEqual(
      new Set(["present"]),
    );
  });

  test("is made again after it was archived, although the service knows the request", async () => {
    const project = await fillProject(here.client, "Archived", { servers: 1, skills: 1, versions: 1 });
    await copyProject(here.client, there.client, project);
    const [first] = (await there.client.call("projects.list", { q: "Archived" })).items;
    await there.client.call("project.update", { id: first?.id ?? "", archived: true });
    const { result } = await copyProject(here.client, there.client, project);
    expect(result.projects[0]?.results.map(({ kind }) => kind)).toEqual(["copied", "copied"]);
    expect(await readProjectContent(there.client, "Archived")).toEqual(
      await readProjectContent(here.client, "Archived"),
    );
  });
});

test("an item that is not copied says why and what to do, and the others are copied", async () => {
  const project = await fillProject(here.client, "Mixed", { servers: 2, skills: 1, versions: 1 });
  await here.client.call("servers.create", { projectId: project.id, name: "Empty" });
  const other = await there.client.call("projects.create", { name: "Mixed" });
  const changed = await there.client.call("servers.create", { projectId: other.id, name: "Server 0" });
  await publishServer(there.client, changed.id, "1.0.0", "other files");
  const { ends, plans, result } = await copyProject(here.client, there.client, project);
  const kinds = result.projects.flatMap(({ results }) => results.map(({ plan, kind }) => `${plan.item.name}: ${kind}`));
  expect(kinds.sort()).toEqual(["Empty: refused", "Server 0: copied", "Server 0: refused", "skill-0: copied"]);
  const [plan, report] = [formatCopyPlan(ends, plans), formatCopyReport(ends, result)].map(readMarkdown);
  for (const text of [plan, report]) {
    expect(text).toContain("Its version 1.0.0 has other files there.");
    expect(text).toContain("It has no version yet. | Generate a version, then copy again.");
    expect(text).toContain("The values of API_KEY");
  }
  expect(report).toContain("Made 2 versions at There. Not copied: 2.");
});

test("limits, replicas and idle times are copied, and the runner is named as left", async () => {
  const project = await fillProject(here.client, "Limited", { servers: 2, skills: 0, versions: 1 });
  const { items } = await here.client.call("servers.list", { projectId: project.id });
  const set = { limits: { memoryMb: 256 }, replicas: 2, stopWhenIdleMinutes: 30 };
  await here.client.call("server.update", { id: items[0]?.id ?? "", ...set, runsOn: "process" });
  const { ends, plans } = await copyProject(here.client, there.client, project);
  const [copied] = (await there.client.call("projects.list", { q: "Limited" })).items;
  const copies = (await there.client.call("servers.list", { projectId: copied?.id ?? "" })).items;
  const nothing = { limits: {}, replicas: 1, stopWhenIdleMinutes: null, runsOn: null };
  expect(copies).toEqual([expect.objectContaining({ ...set, runsOn: null }), expect.objectContaining(nothing)]);
  const text = readMarkdown(formatCopyPlan(ends, plans));
  expect(text).toContain("256 MB of memory, 2 replicas, stops after 30 minutes without calls");
  expect(
    text.match(/\| The runner \| It depends on the machines of a service. Set it at There with Run On. \|/g),
  ).toHaveLength(1);
});

test("a server's OAuth schemes are copied with its version, so that an account can be connected there", async () => {
  const project = await here.client.call("projects.create", { name: "Accounts" });
  const server = await here.client.call("servers.create", { projectId: project.id, name: "Calendar" });
  const accounts = [
    {
      scheme: "login",
      variable: "CALENDAR_TOKEN",
      authorizationUrl: "https://id.example/a",
      tokenUrl: "https://id.example/t",
      scopes: ["read"],
    },
  ];
  const files = [{ path: "server.mjs", content: "" }];
  const source = { kind: "files" as const, files, entry: "server.mjs", accounts };
  await here.client.call("server.generate", { id: server.id, version: "1.0.0", source });
  await copyProject(here.client, there.client, project);
  const [copy] = (await there.client.call("servers.list", { q: "Calendar" })).items;
  expect(copy?.accounts).toMatchObject([
    { scheme: "login", provider: "id.example", scopes: ["read"], status: "missing" },
  ]);
});
