import { afterAll, describe, expect, test } from "vitest";
import type { ServiceClientOptions } from "../../../../../src/client/client.ts";
import { unknownProfile } from "../../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../../src/dialect/connect.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { type ExplorationOptions, exploreService } from "../../../../../src/extension/profile/model/exploreService.ts";
import { readOperationNames } from "../../../../../src/extension/profile/model/readOperations.ts";
import { countOutcomes, formatServiceReport } from "../../../../../src/extension/profile/model/serviceReport.ts";
import { meResponse, projectResponse } from "../../../../support/client/scriptedClient.ts";
import { createTestClock } from "../../../../support/client/testClock.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../../support/services/jsonService.ts";
import { dialects } from "../../../../support/simulated/dialects.ts";
import { startSimulatedService } from "../../../../support/simulated/simulatedService.ts";
import { openTruth } from "../../../../support/simulated/truth/truth.ts";

const truth = await openTruth();
afterAll(() => truth.close());

const otherProfile = { ...unknownProfile, dialect: "other" } as const;

/** Explores a service with its own profile store. */
async function checked(
  url: string,
  change: Partial<ExplorationOptions> = {},
  options: Partial<ServiceClientOptions> = {},
  known = unknownProfile,
) {
  const learned = openConnectionProfile(createMapMemory(), "other", { writeDelayMs: 0 });
  learned.replace(known);
  const client = connectToService({ baseUrl: url, key: async () => "key", profileStore: learned, ...options });
  const reports: string[] = [];
  const exploring: ExplorationOptions = {
    ...{ client, learned, signal: new AbortController().signal, now: Date.now },
    report: (message) => void reports.push(message),
    ...change,
  };
  const explored = await exploreService(exploring);
  const close = () => exploring.client.close();
  return { explored, learned, reports, again: () => exploreService(exploring), [Symbol.asyncDispose]: close };
}

test("a check of a service with another dialect reads all, changes nothing, and its evidence has no key", async () => {
  const service = await startSimulatedService({ seed: 1, truth });
  const dialect = dialects.at(1);
  const known = { ...unknownProfile, ...(dialect && { credential: dialect.credential }) };
  await using check = await checked(service.url, {}, { key: async () => service.key }, known);
  await service.close();
  const { explored, learned, reports } = check;
  const reading = service.requests().map(({ method }) => method);
  expect([explored.stopped, new Set(reading), service.effects()]).toEqual([undefined, new Set(["GET"]), []]);
  expect(reports.at(-1)).toMatch(/^apiKeys\.list \((\d+) of \1\)$/);
  const { profile, evidence } = { profile: learned.read(), evidence: learned.evidence() };
  const untried = readOperationNames.filter((name) => !evidence[name] && profile.operations[name]?.offered !== false);
  expect(untried).toEqual([]);
  expect(countOutcomes({ profile, evidence }).works).toBeGreaterThanOrEqual(20);
  expect(JSON.stringify(evidence)).not.toContain(service.key);
});

const empty = { items: [], nextCursor: null };
/** Selected resources of the contract. */
const contract =
  (change: (request: JsonServiceRequest) => JsonServiceResponse | undefined = () => undefined) =>
  (request: JsonServiceRequest): JsonServiceResponse => {
    const own = change(request);
    if (own) return own;
    if (request.path === "/api/v1/me") return { body: meResponse };
    if (request.path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
    return request.path === "/api/v1/project" ? { body: projectResponse } : { body: empty };
  };

describe("a check", () => {
  test("calls only operations that are not known to work", async () => {
    await using service = await startJsonService(contract());
    await using check = await checked(service.url, {});
    const { explored, learned, again } = check;
    for (const name of explored.called) {
      const evidence = { outcome: "works" as const, at: "2026-11-21T12:00:00.000Z" };
      learned.saveEvidence(name, { ...evidence, fields: {}, states: [] });
    }
    const before = service.requests.length;
    const { called } = await again();
    // Items of empty lists cannot be read, and a second check opens those lists again.
    expect(called.filter((name) => !name.endsWith("s") && !name.endsWith("list"))).toEqual([]);
    expect(service.requests.length - before).toBe(called.length);
  });

  test("reads what differs with the state of a deployment of several", async () => {
    const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
    await using service = await startJsonService(
      contract(({ path }) => (path === "/api/v1/deployments" ? { body: { items, nextCursor: null } } : undefined)),
    );
    await using _check = await checked(service.url, {}, {}, otherProfile);
    const ids = service.requests.flatMap(({ path, query }) => (path.endsWith("/health") ? [query.get("id")] : []));
    expect(["a", "b", "c", "d", "e"].filter((id) => ids.includes(id))).toEqual(["a", "b", "c", "d"]);
  });

  test("records operations that are not offered, refused or cannot be read", async () => {
    await using service = await startJsonService(
      contract(({ path }) => {
        if (path === "/api/v1/skills") return { status: 405, body: { message: "No." } };
        if (path === "/api/v1/api-keys") return { status: 403, body: { message: "Not you." } };
        return path === "/api/v1/organization/usage" ? { body: "<!doctype html><title>Usage</title>" } : undefined;
      }),
    );
    await using check = await checked(service.url, {}, {}, otherProfile);
    const { learned } = check;
    const of = learned.evidence();
    expect([of["skills.list"], of["apiKeys.list"], of["organization.usage"]]).toMatchObject([
      { outcome: "notOffered", status: 405, words: "No." },
      { outcome: "refused", status: 403, words: "Not you." },
      { outcome: "refused", unreadable: expect.stringContaining("HTML") },
    ]);
  });

  test("counts the same operations as failed as its report, with the reason", async () => {
    await using service = await startJsonService(
      contract(({ path }) => {
        const isDown = path === "/api/v1/skills" || path === "/api/v1/api-keys";
        return isDown ? { status: 500, body: { message: "The database is down." } } : undefined;
      }),
    );
    await using check = await checked(service.url, {}, { random: () => 0 }, otherProfile);
    const { explored, learned } = check;
    const subject = { profile: learned.read(), evidence: learned.evidence() };
    const { areas, details } = formatServiceReport(subject, (_name, text) => text);
    const failed = areas.flatMap(({ operations }) => operations).filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ name }) => name).toSorted()).toEqual(["apiKeys.list", "skills.list"]);
    expect([explored.failed.length, details]).toEqual([2, expect.stringContaining("2 failed for now")]);
    expect(failed.map(({ reason }) => reason)).toEqual(
      failed.map(() => expect.stringContaining("The database is down.")),
    );
  });

  test("ends as soon as it is cancelled", async () => {
    await using service = await startJsonService(contract());
    const cancel = new AbortController();
    await using check = await checked(service.url, { signal: cancel.signal, report: () => cancel.abort() });
    const { explored } = check;
    expect([explored.called, explored.stopped]).toEqual([[], undefined]);
  });

  test("ends at its time limit, with a message", async () => {
    await using service = await startJsonService(contract());
    let at = 0;
    const now = () => {
      at += 50_000;
      return at;
    };
    await using check = await checked(service.url, { now });
    const { explored } = check;
    expect(explored.called.length).toBeLessThan(readOperationNames.length / 2);
    expect(explored.stopped).toContain("took too long");
  });

  test("ends when the service rejects the key", async () => {
    await using service = await startJsonService(
      contract(({ path }) =>
        path === "/api/v1/organizations" ? { status: 401, body: { message: "Who are you?" } } : undefined,
      ),
    );
    await using check = await checked(service.url, {}, {}, otherProfile);
    const { explored } = check;
    expect([explored.called.at(-1), explored.stopped]).toEqual([
      "organizations.list",
      expect.stringMatching(/401|key/),
    ]);
  });

  test("ends when the service becomes unreachable", async () => {
    const service = await startJsonService(contract());
    const { url } = service;
    await service[Symbol.asyncDispose]();
    const failing = openConnectionProfile(createMapMemory(), "other");
    failing.save({ ...unknownProfile, dialect: "contract" });
    const clock = createTestClock();
    const client = connectToService({ baseUrl: url, key: async () => "key", profileStore: failing, clock });
    await using check = await checked(url, { client, learned: failing });
    const { explored } = check;
    expect(explored.called).toHaveLength(2);
    expect(explored.stopped).toContain(new URL(url).host);
    expect(Object.values(failing.evidence()).map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  });
});
