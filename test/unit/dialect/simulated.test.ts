import { afterAll, expect, test } from "vitest";
import { dialects } from "../../support/simulated/dialects.ts";
import { startSimulatedService } from "../../support/simulated/simulatedService.ts";
import { openTruth } from "../../support/simulated/truth/truth.ts";

const truth = await openTruth();

afterAll(() => truth.close());

/** Sends a request with the key as the dialect has it. */
async function request(seed: number, path: string, body?: object, changesUrl = (_key: string) => "") {
  const service = await startSimulatedService({ seed, truth });
  const { header, scheme } = dialects[seed]?.credential ?? { header: "" };
  const headers = { [header]: scheme === undefined ? service.key : `${scheme} ${service.key}` };
  const response = await fetch(`${service.url}${path}${changesUrl(service.key)}`, {
    ...{ headers, method: body === undefined ? "GET" : "POST" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await service.close();
  const text = await response.text();
  return { service, status: response.status, json: text === "" ? undefined : JSON.parse(text) };
}

test.each(dialects.map(({ name }, seed) => ({ name, seed })))(
  "a service $name lists the truth's projects in its own words, and records a change in the contract's",
  async ({ seed }) => {
    const { json } = await request(seed, "/api/v1/projects");
    const [items] = [json, ...Object.values(json)].filter((value) => Array.isArray(value) && value.length > 0);
    const projects = await truth.all("projects.list", {});
    expect(items.map((item: Record<string, unknown>) => item.name ?? item.display_name)).toEqual(
      projects.map(({ name }) => name),
    );
    expect(items.map(({ id }: { id: unknown }) => id)).not.toEqual(projects.map(({ id }) => id));
    const name = `Recorded ${seed}`;
    const { service } = await request(seed, "/api/v1/projects", { [seed === 3 ? "display_name" : "name"]: name });
    const [made] = (await truth.all("projects.list", {})).filter((project) => project.name === name);
    expect(service.effects()).toEqual([{ operation: "projects.create", itemId: made?.id, input: { name } }]);
    expect(service.keyLeaks()).toEqual([]);
  },
);

test("a key in an address is a leak, and a wrong key is refused", async () => {
  const { service } = await request(0, "/api/v1/me", undefined, (key) => `?key=${key}`);
  expect(service.keyLeaks()).toHaveLength(1);
  const stranger = await startSimulatedService({ seed: 0, truth });
  expect((await fetch(`${stranger.url}/api/v1/me`)).status).toBe(401);
  await stranger.close();
});
