import { afterAll, expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { createContractConventions } from "../../support/simulated/conventions/contractConventions.ts";
import { drawConventions } from "../../support/simulated/conventions/conventions.ts";
import { operationSubjects } from "../../support/simulated/resources.ts";
import { startSimulatedService } from "../../support/simulated/simulatedService.ts";
import { openTruth } from "../../support/simulated/truth/truth.ts";

const truth = await openTruth();

afterAll(() => truth.close());

test("a simulated service in the contract's own conventions is answered like the truth by the contract's client", async () => {
  const service = await startSimulatedService({ seed: 0, truth, conventions: createContractConventions() });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const gets = operationNames.filter((name) => operationTable[name].method === "GET");
  for (const name of gets) {
    const input = await inputOf(name);
    const said = await client.fetchJson(name, input);
    const { body } = await truth.ask(name, input);
    if (operationSubjects[name].kind === "list") expect(said, name).toMatchObject({ items: itemsOf(body) });
    else expect(said, name).toEqual(body);
    await client.call(name, input);
  }
  expect(service.effects()).toEqual([]);
  await client.close();
  await service.close();
});

test("a change that reaches the truth is recorded with its item and in the contract's words", async () => {
  const service = await startSimulatedService({ seed: 0, truth, conventions: createContractConventions() });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const { id } = await client.call("projects.create", { name: "Recorded" });
  await client.call("project.update", { id, name: "Recorded again" });
  await expect(client.call("project.update", { id: "prj_none", name: "Nowhere" })).rejects.toThrow(
    "There is no such project",
  );
  expect(service.effects()).toEqual([
    { operation: "projects.create", itemId: id, input: { name: "Recorded" } },
    { operation: "project.update", itemId: id, input: { name: "Recorded again" } },
  ]);
  await client.close();
  await service.close();
});

test("a key in an address is a leak", async () => {
  const service = await startSimulatedService({ seed: 0, truth, conventions: createContractConventions() });
  const headers = { authorization: `Bearer ${service.key}` };
  await fetch(`${service.url}/api/v1/me`, { headers });
  expect(service.keyLeaks()).toEqual([]);
  await fetch(`${service.url}/api/v1/me?key=${service.key}`, { headers });
  expect(service.keyLeaks()).toHaveLength(1);
  await service.close();
});

test("a seed always makes the same service", async () => {
  const [one, other] = [drawConventions(77), drawConventions(77)];
  expect(one.style("projects.list")).toEqual(other.style("projects.list"));
  for (const field of ["name", "status", "createdAt", "latestVersion"])
    expect(one.naming.field("server", field)).toBe(other.naming.field("server", field));
  expect([...one.mean, one.errors, one.times, one.credential]).toEqual([
    ...other.mean,
    other.errors,
    other.times,
    other.credential,
  ]);
});

test("what an operation answers is in the simulation's table as it is in the contract", () => {
  for (const name of operationNames) {
    const { output } = operationTable[name];
    const shape: object = output === null ? {} : output.shape;
    const kind = output === null ? "nothing" : "items" in shape && "nextCursor" in shape ? "list" : "item";
    expect(operationSubjects[name].kind, name).toBe(kind);
  }
});

function itemsOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "items" in body ? body.items : undefined;
}

/** An item that an operation can be asked about. */
async function inputOf(name: OperationName): Promise<Record<string, never>> {
  const { owner } = operationSubjects[name];
  if (owner === undefined) return {};
  const first = async (list: OperationName, input = {}) => String((await truth.all(list, input)).at(-1)?.id);
  const [server, skill] = [await first("servers.list"), await first("skills.list")];
  const ids: Readonly<Record<string, () => Promise<string>>> = {
    project: () => first("projects.list"),
    server: async () => server,
    skill: async () => skill,
    deployment: () => first("deployments.list"),
    artifact: () => first("registry.artifacts"),
    oauthConnection: () => first("oauthConnections.list"),
    testRun: () =>
      name.startsWith("server")
        ? first("serverTestRuns.list", { id: server })
        : first("skillTestRuns.list", { id: skill }),
  };
  // Each operation's own input type is too narrow for a table of all.
  return { id: await ids[owner]?.() } as object as Record<string, never>;
}
