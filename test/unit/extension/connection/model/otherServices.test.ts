import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConnectionSession } from "../../../../../src/extension/connection/model/connectionSession.ts";
import type { ContactChoices } from "../../../../../src/extension/connection/model/contactChoices.ts";
import { isUserKnown } from "../../../../../src/extension/connection/model/readMe.ts";
import { createTestUser, openTestWindow, startTestUser, type TestUser } from "../../../../support/editor/testWindow.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../../../support/services/jsonService.ts";

let user: TestUser;
let answer: (request: JsonServiceRequest) => JsonServiceResponse | undefined;
let service: Awaited<ReturnType<typeof startJsonService>>;
const machine = await startTestUser();
afterAll(() => machine[Symbol.asyncDispose]());
beforeEach(async () => {
  user = createTestUser(machine.service);
  answer = keyed;
  service = await startJsonService((request) => answer(request));
});
afterEach(() => service[Symbol.asyncDispose]());

const key = "key_canary0123456789";
const choices = { credential: { header: "X-API-Key" } };

/** Requires the key as `X-API-Key` and does not report its user. */
function keyed({ path, headers }: JsonServiceRequest): JsonServiceResponse | undefined {
  if (!path.startsWith("/api/v1/") || path.endsWith("openapi.json")) return undefined;
  if (headers["x-api-key"] !== key) return { status: 401, body: { error: "No key" } };
  return path === "/api/v1/projects" ? { body: { data: [{ uuid: "p-1", title: "Shop" }] } } : undefined;
}

function connected(session: ConnectionSession): Extract<ConnectionSession, { kind: "connected" }> {
  if (session.kind === "connected") return session;
  throw session.kind === "failed" ? session.error : new Error(session.kind);
}

/** Verifies the key first, as the editor does. */
async function added(window: ReturnType<typeof openTestWindow>, more: ContactChoices = {}) {
  const credentials = { baseUrl: service.url, key };
  await window.connections.verify(credentials, undefined, undefined, { ...choices, ...more });
  return connected(await window.connections.add(credentials, "Other"));
}

describe("a connection to a service with another dialect", () => {
  test("is created if a response is understood, even without a user, with the profile of the verification and the key in the secrets alone, and removed with what was learned", async () => {
    using window = openTestWindow(user);
    const credentials = { baseUrl: service.url, key };
    await window.connections.verify(credentials, undefined, undefined, choices);
    const before = service.requests.length;
    const { me, profileStore, client, connection } = connected(await window.connections.add(credentials, "Other"));
    expect(service.requests.slice(before).filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    const sent = service.listRequests().slice(before);
    expect(sent.filter((line) => !line.startsWith("GET /api/v1/"))).toEqual([]);
    expect([me, isUserKnown(me)]).toEqual([{}, false]);
    expect(profileStore.read()).toMatchObject({
      dialect: "other",
      credential: { header: "X-API-Key" },
    });
    expect((await client.call("projects.list", {})).items.map(({ id }) => id)).toEqual(["p-1"]);
    await profileStore.flush();
    expect(user.memory.values.size).toBeGreaterThan(0);
    expect([...user.memory.values.values()].join()).not.toContain(key);
    await window.connections.remove(connection);
    expect([...user.memory.values.keys()].filter((name) => name.includes("dialect"))).toEqual([]);
  });

  test("is restored in the next window, with the header of the key", async () => {
    using first = openTestWindow(user);
    const { profileStore } = await added(first);
    await profileStore.flush();
    const before = service.requests.length;
    using second = openTestWindow(user);
    const session = connected(await second.connections.connect());
    expect(session.profileStore.read()).toEqual(profileStore.read());
    expect(service.requests.slice(before).every(({ headers }) => headers["x-api-key"] === key)).toBe(true);
  });

  test("is signed out if the service rejects the key, and its profile stays", async () => {
    using window = openTestWindow(user);
    const { client } = await added(window);
    answer = () => ({ status: 401, body: { error: "No key" } });
    await expect(client.call("projects.list", {})).rejects.toThrow(/No key/);
    expect(window.connections.session().kind).toBe("signedOut");
  });

  test("is not created if no response is understood", async () => {
    using window = openTestWindow(user);
    answer = () => ({ body: { hello: "world" } });
    await expect(window.connections.verify({ baseUrl: service.url, key })).rejects.toMatchObject({
      name: "UnclearAnswerError",
    });
    expect([user.memory.values.size, user.secrets.values.size]).toEqual([0, 0]);
  });

  test("sends the organization that the profile names, and the one that is selected later", async () => {
    using window = openTestWindow(user);
    answer = (request) => {
      return request.headers["x-org-id"]
        ? keyed({ ...request, headers: { "x-api-key": key } })
        : { status: 400, body: { error: "X-Org-Id is required" } };
    };
    const tenant = { header: "X-Org-Id", value: "acme" };
    await added(window, { imported: { version: 2, dialect: "unknown", operations: {}, tenant } });
    connected(await window.connections.useOrganization({ id: "other", name: "Other" }));
    const { client } = connected(window.connections.session());
    await client.call("projects.list", {});
    const named = service.requests.map(({ headers }) => headers["x-org-id"]).filter((id) => id !== undefined);
    expect([named[0], named.at(-1)]).toEqual(["acme", "other"]);
  });
});

describe("a service of Fairlead", () => {
  test("on this machine needs no dialect detection", async () => {
    using window = openTestWindow(user);
    const { profileStore } = connected(await window.connections.useLocal());
    expect([profileStore.read().dialect, window.requests]).toEqual(["contract", ["GET /api/v1/me"]]);
    expect([...user.memory.values.keys()].filter((name) => name.includes("dialect"))).toEqual([]);
  });

  test("on another host is detected once", async () => {
    using first = openTestWindow(user);
    const credentials = { baseUrl: user.service.url, key: user.service.issueKey("test") };
    await first.connections.verify(credentials);
    expect(connected(await first.connections.add(credentials, "Work")).profileStore.read().dialect).toBe("contract");
    expect(first.requests.filter((line) => line !== "GET /api/v1/me")).toEqual([
      "GET /api/v1/projects",
      "GET /api/v1/project",
    ]);
  });
});
