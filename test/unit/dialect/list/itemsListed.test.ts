import { describe, expect, test } from "vitest";
import {
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const deployment = (id: string, status: string) => ({
  ...{ id, status, serverId: "s", version: "1", createdAt: "2026-01-01T00:00:00Z" },
  endpoint: `https://${id}.example`,
});

/** Deployments that are listed and cannot be read alone. */
async function onlyListed() {
  const now = { all: [deployment("d", "building"), deployment("e", "running")], answer: notFoundResponse, isUp: true };
  const it = await startDialectService(({ path }): DialectResponse => {
    if (path !== "deployments") return now.answer;
    return now.isUp ? { body: now.all } : { isLost: true };
  });
  return { ...it, now };
}

describe("an item that is only in its list", () => {
  test("is as the list shows it now, each time it is read", async () => {
    const { client, now } = await onlyListed();
    expect(await client.call("deployment.get", { id: "d" })).toMatchObject({ status: "building" });
    now.all = [deployment("d", "running"), deployment("e", "running")];
    expect(await client.call("deployment.get", { id: "d" })).toMatchObject({ status: "running" });
  });

  test("is not found if the list no longer has it", async () => {
    const { client, now } = await onlyListed();
    await client.call("deployment.get", { id: "d" });
    now.all = [deployment("e", "running")];
    const read = () => client.call("deployment.get", { id: "d" });
    await expect(read()).rejects.toMatchObject({ name: "NotFoundError", operation: "deployment.get", status: 404 });
    await expect(read()).rejects.toThrow(/no deployment .*in the list/);
    expect(await client.call("deployment.get", { id: "e" })).toMatchObject({ status: "running" });
  });

  test("is not taken from memory if the list cannot be reached", async () => {
    const { client, now } = await onlyListed();
    await client.call("deployment.get", { id: "d" });
    now.isUp = false;
    await expect(client.call("deployment.get", { id: "d" })).rejects.toMatchObject({ name: "NetworkError" });
    now.isUp = true;
    expect(await client.call("deployment.get", { id: "d" })).toMatchObject({ status: "building" });
  });

  test("is not read any further after the call is cancelled", async () => {
    const left = new AbortController();
    let isLeft = false;
    const { client } = await startDialectService(({ path }): DialectResponse => {
      if (path !== "deployments") return notFoundResponse;
      if (isLeft) left.abort();
      return { body: [deployment("d", "building")] };
    });
    await client.call("deployment.get", { id: "d" });
    isLeft = true;
    const read = client.call("deployment.get", { id: "d" }, { signal: left.signal });
    await expect(read).rejects.toMatchObject({ name: "AbortedError" });
  });
});

describe("an item that can be read alone", () => {
  const project = (id: string) => ({ id, name: `Project ${id}`, slug: id, createdAt: "2026-01-01T00:00:00Z" });

  test.each([
    [{ isLost: true }, { name: "NetworkError" }],
    [{ status: 503, body: { message: "Away" } }, { status: 503 }],
    [{ status: 410, body: { message: "Gone" } }, { status: 410 }],
  ])("is not taken from memory if reading it fails (%j)", async (answer: DialectResponse, failure) => {
    let isWell = true;
    const { client } = await startDialectService(({ path, query }) => {
      if (path === "projects") return { body: [project("a")] };
      if (path !== "project") return notFoundResponse;
      return isWell ? (query.id === "a" ? { body: project("a") } : notFoundResponse) : answer;
    });
    await client.call("project.get", { id: "a" });
    isWell = false;
    await expect(client.call("project.get", { id: "a" })).rejects.toMatchObject(failure);
  });

  test("is not found if the service says so, although there is no list", async () => {
    let isGone = false;
    const { client } = await startDialectService(({ path, query }) =>
      path === "project" && query.id === "a" && !isGone ? { body: project("a") } : notFoundResponse,
    );
    await client.call("project.get", { id: "a" });
    isGone = true;
    await expect(client.call("project.get", { id: "a" })).rejects.toMatchObject({ name: "NotFoundError" });
  });
});
