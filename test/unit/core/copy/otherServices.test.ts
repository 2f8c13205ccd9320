import { afterAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { contractProfile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { createCopyEnd } from "../../../../src/core/copy/copyEnd.ts";
import {
  type CopyEnds,
  countVersions,
  listOpenPlans,
  planCopyJob,
  runCopyJob,
} from "../../../../src/core/copy/copyJob.ts";
import { formatCopyPlan } from "../../../../src/core/copy/formatCopyPlan.ts";
import { fillProject, readMarkdown, readProjectContent } from "../../../support/service/copiedServices.ts";
import { startCopyEnd } from "../../../support/service/startCopyEnd.ts";

const [here, there] = await Promise.all([startCopyEnd(), startCopyEnd()]);
afterAll(() => Promise.all([here.close(), there.close()]));

const signal = new AbortController().signal;
const contractEnd = (name: string, client: ServiceClient) =>
  createCopyEnd({ name }, client, { read: () => contractProfile, evidence: () => ({}) });
/** An end whose service does not follow the contract, so that nothing of it is taken for granted. */
const otherEnd = (name: string, client: ServiceClient, ...missing: readonly OperationName[]) =>
  createCopyEnd({ name }, client, {
    read: () => ({
      ...unknownProfile,
      operations: Object.fromEntries(missing.map((one) => [one, { offered: false }])),
    }),
    evidence: () => ({}),
  });

type Change = (item: Record<string, unknown>) => unknown;

/** A client whose responses to some operations are changed: items of lists one by one. */
function changeResponses(client: ServiceClient, changes: Partial<Record<OperationName, Change>>): ServiceClient {
  const change = (name: OperationName, value: unknown): unknown => {
    const one = changes[name];
    if (!one || typeof value !== "object" || value === null) return value;
    return "items" in value && Array.isArray(value.items)
      ? { ...value, items: value.items.map((item: Record<string, unknown>) => one(item)) }
      : one({ ...value });
  };
  const list: ServiceClient["list"] = async function* (name, ...rest) {
    // The changed item stands for what another service sends, so it has the type of the list's items.
    for await (const item of client.list(name, ...rest))
      yield (changes[name]?.({ ...Object(item) }) ?? item) as typeof item;
  };
  const call: ServiceClient["call"] = async (name, ...rest) => {
    const value = await client.call(name, ...rest);
    return change(name, value) as typeof value;
  };
  return { ...client, list, call, close: () => client.close() };
}

const withoutArtifact: Change = ({ artifactId: _, ...item }) => item;
const withoutFiles: Change = ({ files: _, ...artifact }) => artifact;

async function plan(ends: CopyEnds, project: { readonly id: string; readonly name: string }) {
  const { items } = await ends.target.client.call("projects.list", { q: project.name, limit: 200 });
  const found = items.find(({ name }) => name === project.name);
  const selection = [{ kind: "project", project: { ...project, description: undefined } }] as const;
  const copy = found
    ? ({ kind: "known", id: found.id, name: project.name } as const)
    : ({ kind: "new", name: project.name, description: `All of ${project.name}` } as const);
  return planCopyJob(ends, [{ project: copy, selection }], signal);
}

const refusals = (plans: Awaited<ReturnType<typeof plan>>) =>
  plans.flatMap(({ plans: all }) => all.map(({ item, refusal }) => `${item.kind}: ${refusal?.kind}`));
const content = { servers: 1, skills: 1, versions: 2 };

describe("a service with other payloads that shows its versions", () => {
  test("takes a copy, which is compared by the files, and nothing a second time", async () => {
    const project = await fillProject(here.client, "Both", content);
    const ends = { source: otherEnd("Here", here.client), target: otherEnd("There", there.client) };
    const { projects } = await runCopyJob(ends, await plan(ends, project), signal, () => {});
    const results = projects.flatMap((one) => one.results);
    expect(results.map(({ kind, isEqual }) => [kind, isEqual])).toEqual([
      ["copied", true],
      ["copied", true],
    ]);
    expect(await readProjectContent(there.client, "Both")).toEqual(await readProjectContent(here.client, "Both"));
    expect(countVersions(await plan(ends, project))).toBe(0);
  });
});

test("limits are not sent to a service with other payloads, and the dry run says so", async () => {
  const project = await fillProject(here.client, "Limits", { ...content, skills: 0 });
  const [server] = (await here.client.call("servers.list", { projectId: project.id })).items;
  await here.client.call("server.update", { id: server?.id ?? "", limits: { cpus: 2 } });
  const ends = { source: contractEnd("Here", here.client), target: otherEnd("There", there.client) };
  const text = readMarkdown(formatCopyPlan(ends, await plan(ends, project)));
  expect(text).toContain("| Limits and replicas | It is not known whether There keeps them in the same way.");
});

test("limits are not sent to a copy whose service does not say its limits", async () => {
  const project = await fillProject(here.client, "Old copy", { ...content, skills: 0 });
  const ends = { source: contractEnd("Here", here.client), target: contractEnd("There", there.client) };
  await runCopyJob(ends, await plan(ends, project), signal, () => {});
  const [server] = (await here.client.call("servers.list", { projectId: project.id })).items;
  await here.client.call("server.update", { id: server?.id ?? "", limits: { cpus: 2 } });
  const older = changeResponses(there.client, { "servers.list": ({ limits: _, ...item }) => item });
  const olderEnds = { ...ends, target: contractEnd("There", older) };
  const plans = await plan(olderEnds, project);
  expect(listOpenPlans(plans)).toEqual([]);
  expect(readMarkdown(formatCopyPlan(olderEnds, plans))).toContain("| Limits and replicas | It is not known");
});

describe("the dry run refuses", () => {
  test("items whose service does not show which versions are theirs", async () => {
    const project = await fillProject(here.client, "No artifact", content);
    const hidden = changeResponses(here.client, { "servers.list": withoutArtifact, "skills.list": withoutArtifact });
    const ends = { source: otherEnd("Here", hidden), target: contractEnd("There", there.client) };
    const plans = await plan(ends, project);
    expect(refusals(plans)).toEqual(["server: hiddenVersions", "skill: hiddenVersions"]);
    const text = readMarkdown(formatCopyPlan(ends, plans));
    expect(text).toContain("Here does not show which artifact of its registry has the versions of Server 0.");
    expect(text).toContain("Deploy it there from its own folder or document.");
    expect(text).toContain("Publish it there from its own folder.");
  });

  test("items whose versions the service does not list", async () => {
    const project = await fillProject(here.client, "No list", { ...content, skills: 0 });
    const hidden: ServiceClient = {
      ...here.client,
      close: () => here.client.close(),
      list: async function* (name, ...rest) {
        if (name !== "registry.versions") yield* here.client.list(name, ...rest);
      },
    };
    const ends = { source: otherEnd("Here", hidden), target: contractEnd("There", there.client) };
    const plans = await plan(ends, project);
    expect(refusals(plans)).toEqual(["server: hiddenVersions"]);
    expect(readMarkdown(formatCopyPlan(ends, plans))).toContain("Here does not list the versions of Server 0.");
  });

  test("a kind whose list the target does not have", async () => {
    const project = await fillProject(here.client, "No skills", content);
    const refusing: ServiceClient = {
      ...there.client,
      close: () => there.client.close(),
      list: async function* (name, ...rest) {
        if (name === "skills.list") throw Object.assign(new Error("It has no skills."), { code: "not_offered" });
        yield* there.client.list(name, ...rest);
      },
    };
    const ends = { source: contractEnd("Here", here.client), target: contractEnd("There", refusing) };
    expect(refusals(await plan(ends, project))).toEqual(["server: undefined", "skill: hiddenVersions"]);
  });

  test("items whose files the service does not show", async () => {
    const project = await fillProject(here.client, "No files", content);
    const hidden = changeResponses(here.client, { "registry.artifact": withoutFiles });
    const ends = { source: otherEnd("Here", hidden), target: contractEnd("There", there.client) };
    const plans = await plan(ends, project);
    expect(refusals(plans)).toEqual(["server: hiddenVersions", "skill: hiddenVersions"]);
    expect(readMarkdown(formatCopyPlan(ends, plans))).toContain("Here does not show the files of skill-0 1.1.0.");
  });

  test("a target whose own items do not show their files", async () => {
    const project = await fillProject(here.client, "To hidden", content);
    const hidden = changeResponses(there.client, { "registry.artifact": withoutFiles });
    const ends = { source: contractEnd("Here", here.client), target: otherEnd("There", hidden) };
    const plans = await plan(ends, project);
    expect(refusals(plans)).toEqual(["server: hiddenVersions", "skill: hiddenVersions"]);
    expect(readMarkdown(formatCopyPlan(ends, plans))).toContain(
      "So a copy could not be compared, and the next one would make it again.",
    );
  });

  test("an item without a version with what makes one, also at a service with other payloads", async () => {
    const project = await here.client.call("projects.create", { name: "Drafts" });
    await here.client.call("servers.create", { projectId: project.id, name: "Draft" });
    const ends = { source: otherEnd("Here", here.client), target: contractEnd("There", there.client) };
    expect(refusals(await plan(ends, project))).toEqual(["server: noVersion"]);
  });

  test.each<[OperationName, readonly string[]]>([
    ["projects.create", ["server: notOffered", "skill: notOffered"]],
    ["server.generate", ["server: notOffered", "skill: undefined"]],
    ["skill.update", ["server: undefined", "skill: notOffered"]],
    ["registry.artifact", ["server: notOffered", "skill: notOffered"]],
  ])("a target that lacks %s by its document", async (operation, expected) => {
    const project = await fillProject(here.client, `Lacks ${operation}`, content);
    const ends = { source: contractEnd("Here", here.client), target: otherEnd("There", there.client, operation) };
    const plans = await plan(ends, project);
    expect(refusals(plans)).toEqual(expected);
    expect(readMarkdown(formatCopyPlan(ends, plans))).toContain(
      `The service there does not have the operation ${operation}.`,
    );
  });
});

test("a service that does not keep the files as they were sent gets one version of an item, and the report says so", async () => {
  const project = await fillProject(here.client, "Not kept", content);
  const empty = await startCopyEnd();
  try {
    const hidden = changeResponses(empty.client, { "registry.artifact": withoutFiles });
    const ends = { source: contractEnd("Here", here.client), target: otherEnd("There", hidden) };
    const { projects } = await runCopyJob(ends, await plan(ends, project), signal, () => {});
    for (const {
      kind,
      versions,
      problem,
      plan: { item },
    } of projects.flatMap((one) => one.results)) {
      expect([kind, versions]).toEqual(["failed", ["1.0.0"]]);
      expect(problem).toContain(`There does not show ${item.name} 1.0.0 with the files that were sent`);
    }
    expect(refusals(await plan(ends, project))).toEqual(["server: hiddenVersions", "skill: hiddenVersions"]);
  } finally {
    await empty.close();
  }
});

test("damaged files leave no server without a version", async () => {
  const project = await fillProject(here.client, "Damaged", { servers: 1, skills: 0, versions: 1 });
  const damaged = changeResponses(here.client, {
    "registry.artifact": (artifact) => ({ ...artifact, files: [{ path: "start.mjs", content: "other" }] }),
  });
  const ends = { source: contractEnd("Here", damaged), target: contractEnd("There", there.client) };
  const { projects } = await runCopyJob(ends, await plan(ends, project), signal, () => {});
  expect(projects[0]?.results[0]?.problem).toContain("so they are damaged");
  const copies = await there.client.call("projects.list", { q: "Damaged" });
  const servers = await there.client.call("servers.list", { projectId: copies.items[0]?.id ?? "" });
  expect(servers.items).toEqual([]);
});

test("settings that the service refuses leave the versions, and the failure says where to set them", async () => {
  const project = await fillProject(here.client, "Settings", { servers: 1, skills: 0, versions: 1 });
  const refusing: ServiceClient = {
    ...there.client,
    list: there.client.list.bind(there.client),
    close: () => there.client.close(),
    call: async (name, ...rest) => {
      if (name === "server.update") throw new Error("Unknown field: environment.");
      return there.client.call(name, ...rest);
    },
  };
  const ends = { source: contractEnd("Here", here.client), target: contractEnd("There", refusing) };
  const { projects } = await runCopyJob(ends, await plan(ends, project), signal, () => {});
  expect(projects[0]?.results[0]).toMatchObject({
    ...{ kind: "failed", versions: ["1.0.0"] },
    problem:
      "Its versions are there; its variables, allowed hosts and limits are not. Unknown field: environment. Set them at There with Edit Variables, Edit Allowed Hosts and Set Limits.",
  });
});
