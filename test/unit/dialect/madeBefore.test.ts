import { describe, expect, test } from "vitest";
import {
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const old = "2025-06-01T00:00:00Z";
/** The clock of the tests stands at the start of 2026. */
const now = "2026-01-01T00:00:01Z";
const project = (id: string, name: string, created_at?: string) => ({ id, name, ...(created_at && { created_at }) });
const changes = (asked: readonly DialectRequest[]) => asked.filter(({ method }) => method !== "GET");
const accepted: DialectResponse = { status: 202 };

/** The list fails until a change was sent. */
const afterwards = (all: readonly unknown[]) => {
  let isSent = false;
  return ({ method, path }: DialectRequest): DialectResponse => {
    isSent ||= method === "POST";
    if (method === "POST") return accepted;
    return path !== "projects" ? notFoundResponse : isSent ? { body: { projects: all } } : { status: 500, body: {} };
  };
};

describe("the item that an accepted change made", () => {
  test.each([
    ["is not an old one", [project("o", "New", old)]],
    ["is not one that does not state when it was created", [project("o", "New")]],
    ["is not known if it can be either of two", [project("a", "New", now), project("b", "New", now)]],
  ])("%s", async (_, all) => {
    const { client, asked } = await startDialectService(afterwards(all));
    const failure = await client.call("projects.create", { name: "New" }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "UnclearAnswerError" });
    expect(String(failure)).toMatch(/the service accepted it \(202\), and what it made or changed was not found/);
    expect(changes(asked)).toHaveLength(1);
  });

  test("is the only one that is as new as the change", async () => {
    const { client } = await startDialectService(afterwards([project("o", "New", old), project("c", "New", now)]));
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c" });
  });

  test("is not an old one although an earlier response contained the new item", async () => {
    let isTelling = true;
    const all = [project("a", "A", old), project("b", "B", old)];
    const { client } = await startDialectService(({ method, path }) => {
      if (method === "GET") return path === "projects" ? { body: { projects: all } } : notFoundResponse;
      if (!isTelling) return accepted;
      all.push(project("n", "New", now));
      return { status: 201, body: all.at(-1) };
    });
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "n" });
    isTelling = false;
    await expect(client.call("projects.create", { name: "B" })).rejects.toThrow(/was not found/);
  });

  test("is not an old one of another page", async () => {
    const pages = [
      [project("a", "A", old), project("b", "B", old)],
      [project("c", "C", old), project("o", "New", old)],
    ];
    const { client } = await startDialectService(({ method, path, query }) => {
      if (method === "POST") return accepted;
      const page = Number(query.page ?? 1);
      return path === "projects"
        ? { body: { projects: pages[page - 1] ?? [], page, pages: 2, total: 4 } }
        : notFoundResponse;
    });
    await expect(client.call("projects.create", { name: "New" })).rejects.toThrow(/was not found/);
  });
});

test("a change that is cancelled before it is sent is not sent", async () => {
  const gone = new AbortController();
  const { client, asked } = await startDialectService(({ method, path }) => {
    if (method === "GET") gone.abort();
    return path === "projects" && method === "POST" ? { status: 201, body: project("c", "New", now) } : { body: [] };
  });
  const made = client.call("projects.create", { name: "New" }, { signal: gone.signal });
  await expect(made).rejects.toMatchObject({ name: "AbortedError" });
  expect(changes(asked)).toHaveLength(0);
});

test("a change that is cancelled while its item is searched is said to be accepted", async () => {
  const gone = new AbortController();
  let isSent = false;
  const { client, asked } = await startDialectService(({ method }) => {
    if (isSent) gone.abort();
    isSent ||= method === "POST";
    return method === "POST" ? accepted : { body: { projects: [project("a", "A", old)] } };
  });
  const made = client.call("projects.create", { name: "New" }, { signal: gone.signal });
  await expect(made).rejects.toThrow(
    /the service accepted it \(202\), and the call was cancelled before what it made or changed was found/,
  );
  expect(changes(asked)).toHaveLength(1);
});
