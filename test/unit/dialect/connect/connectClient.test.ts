import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { contractProfile, type DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { meResponse, projectResponse } from "../../../support/client/scriptedClient.ts";
import { createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { startRawServer } from "../../../support/network/rawServer.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../support/services/jsonService.ts";

type Answers = (request: JsonServiceRequest) => JsonServiceResponse | undefined;

const contract: Answers = ({ path }) => {
  if (path === "/api/v1/me") return { body: meResponse };
  if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
  return path === "/api/v1/project" ? { body: projectResponse } : undefined;
};
const other: Answers = ({ path }) => {
  if (path === "/api/v1/me")
    return { body: { user: { uuid: "u-1", display_name: "Someone", email_address: "a@b.example" } } };
  return path === "/api/v1/projects" ? { body: { data: [{ uuid: "p-1", title: "Shop", handle: "shop" }] } } : undefined;
};

async function calling(answer: Answers, known?: DialectProfile) {
  const service = await startJsonService(answer);
  const store = createMemoryProfileStore(known);
  const client = connectToService({ baseUrl: service.url, key: async () => "key_canary", profileStore: store });
  return {
    ...{ client, store, service },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

describe("a client that may have to speak in another way", () => {
  test("asks our own service nothing more once it is known", async () => {
    await using world = await calling(contract, contractProfile);
    expect((await world.client.call("me.get", {})).name).toBe("Someone");
    expect(world.service.listRequests()).toEqual(["GET /api/v1/me"]);
  });

  test("waits for that no longer than the call may last", async () => {
    const service = await startRawServer(() => {});
    const client = connectToService({
      baseUrl: service.url,
      key: async () => "key_canary",
      profileStore: createMemoryProfileStore(),
    });
    await expect(client.call("projects.list", {}, { deadlineMs: 200 })).rejects.toMatchObject({
      name: "TimeoutError",
      operation: "projects.list",
      message: expect.stringContaining("no connection within 200 ms"),
    });
    await client.close();
    await service.close();
  });

  test("of our own service reads whose key it is once, also when that is not known yet", async () => {
    await using world = await calling(contract);
    const answers = await Promise.all([1, 2].map(() => world.client.call("me.get", {})));
    expect(answers.map(({ name }) => name)).toEqual(["Someone", "Someone"]);
    expect(world.service.listRequests().slice(0, 3)).toEqual([
      "GET /api/v1/me",
      "GET /api/v1/projects",
      "GET /api/v1/project",
    ]);
    expect(world.store.read()).toEqual(contractProfile);
  });

  test("finds out how the service speaks by whatever is called first, once for all who wait", async () => {
    await using world = await calling(other);
    const { client } = world;
    const ids = async () => {
      const found: string[] = [];
      for await (const { id } of client.list("projects.list", {})) found.push(id);
      return found;
    };
    const [page, listed, raw] = await Promise.all([
      client.call("projects.list", {}),
      ids(),
      client.fetchJson("me.get", {}),
    ]);
    expect([page.items.map(({ id }) => id), listed]).toEqual([["p-1"], ["p-1"]]);
    expect(raw).toMatchObject({ user: { uuid: "u-1" } });
    expect(world.service.listRequests().filter((line) => line.endsWith("openapi.json"))).toHaveLength(3);
    expect(world.store.read().dialect).toBe("other");
  });

  test("asks again after the service was not well", async () => {
    let isWell = false;
    await using world = await calling((request) =>
      isWell ? other(request) : { status: 500, body: { message: "Oops" } },
    );
    await expect(world.client.call("me.get", {})).rejects.toThrow(/Oops/);
    isWell = true;
    expect((await world.client.call("me.get", {})).id).toBe("u-1");
  });

  test("goes on for the others when one of those who wait gives up", async () => {
    let answerNow = () => {};
    const waiting = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const service = await startJsonService(other);
    const store = createMemoryProfileStore();
    const key = async () => {
      await waiting;
      return "key_canary";
    };
    const client = connectToService({ baseUrl: service.url, key, profileStore: store });
    const stop = new AbortController();
    const left = client.call("me.get", {}, { signal: stop.signal });
    const stayed = client.call("me.get", {});
    stop.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortedError" });
    await expect(client.call("me.get", {}, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortedError" });
    answerNow();
    expect((await stayed).id).toBe("u-1");
    await client.close();
    await service[Symbol.asyncDispose]();
  });

  test("finds out again, with the next connection, what a service speaks that answered in another way", async () => {
    await using world = await calling(other, contractProfile);
    const { client, service, store } = world;
    await expect(client.call("projects.list", {})).rejects.toMatchObject({ name: "UnexpectedAnswerError" });
    expect([service.listRequests(), store.read().dialect]).toEqual([["GET /api/v1/projects"], "unknown"]);
    const next = connectToService({ baseUrl: service.url, key: async () => "key_canary", profileStore: store });
    expect((await next.call("projects.list", {})).items).toMatchObject([{ id: "p-1" }]);
    expect(store.read().dialect).toBe("other");
    await next.close();
  });

  test.each<[string, JsonServiceResponse]>([
    ["a web page", { body: "<!doctype html><title>Back soon</title>" }],
    ["nothing", {}],
    ["a failure", { status: 502, body: "Bad gateway" }],
  ])("still takes our own service for that after it answered %s", async (_what, answer) => {
    await using world = await calling(
      ({ path }) => (path === "/api/v1/usage" || path.endsWith("/servers") ? answer : undefined),
      contractProfile,
    );
    await expect(world.client.call("servers.list", {}, { deadlineMs: 100 })).rejects.toThrow(/Could not list servers/);
    expect(world.store.read()).toEqual(contractProfile);
  });

  test("never sends a change again that was answered in another way", async () => {
    const answer: Answers = ({ method }) =>
      method === "POST" ? { status: 201, body: { data: { uuid: "p-2" } } } : undefined;
    await using world = await calling(answer, contractProfile);
    await expect(world.client.call("projects.create", { name: "Two" })).rejects.toThrow(/does not fit/);
    expect(world.service.listRequests()).toEqual(["POST /api/v1/projects"]);
  });

  test("loads what other services need only where it is needed", async () => {
    await using ours = await startJsonService(contract);
    await using theirs = await startJsonService(other);
    const program = fileURLToPath(new URL("../../../support/client/loadedModules.mjs", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program, ours.url, theirs.url]);
    expect(JSON.parse(stdout)).toEqual([
      { id: meResponse.id, dialect: "contract", ofDialects: 0 },
      { id: "u-1", dialect: "other", ofDialects: expect.toSatisfy((count) => count > 0) },
    ]);
  });
});
