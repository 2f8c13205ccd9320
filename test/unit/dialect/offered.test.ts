import { describe, expect, test } from "vitest";
import { type DialectResponse, notFoundResponse, startDialectService } from "../../support/dialect/dialectService.ts";

const servers = ["a", "b"].map((id) => ({
  id,
  name: `Server ${id}`,
  slug: id,
  projectId: "p",
  createdAt: "2026-01-01T00:00:00Z",
}));
const refusal = (message: string): DialectResponse => ({
  status: 404,
  body: { error: { code: "not_found", message } },
});

describe("a list that answers that something is not there", () => {
  test.each(["Project gone not found", "Not found"])(
    "is offered still where that is what it is narrowed by (%s)",
    async (message) => {
      const { client, profile } = await startDialectService(({ path, query }) =>
        path !== "servers" ? notFoundResponse : query.projectId === "gone" ? refusal(message) : { body: servers },
      );
      await expect(client.call("servers.list", { projectId: "gone" })).rejects.toMatchObject({ name: "NotFoundError" });
      expect(profile().operations["servers.list"]?.offered).toBeUndefined();
      expect((await client.call("servers.list", {})).items).toHaveLength(2);
    },
  );

  test("is offered still where it speaks of the organization that is asked for", async () => {
    const { client, profile } = await startDialectService(() => refusal("Organization acme not found"));
    await expect(client.call("servers.list", {})).rejects.toMatchObject({
      name: "NotFoundError",
      detail: "Organization acme not found",
    });
    await expect(client.call("userSettings.get", {})).rejects.toMatchObject({ name: "NotFoundError" });
    expect(profile().operations).toEqual({});
  });

  test("is offered still where the place it goes on at is there no more", async () => {
    let isOld = false;
    const { client, profile } = await startDialectService(({ query }) => {
      if (query.cursor === undefined) return { body: { items: servers, next_cursor: "two" } };
      if (isOld) return notFoundResponse;
      return {
        body: {
          items: [{ ...servers[0], id: `at-${query.cursor}` }],
          next_cursor: query.cursor === "two" ? "three" : null,
        },
      };
    });
    const input = { limit: 2 };
    const { nextCursor } = await client.call("servers.list", input);
    const second = await client.call("servers.list", { ...input, cursor: nextCursor ?? "" });
    expect(second.nextCursor).not.toBeNull();
    isOld = true;
    const third = client.call("servers.list", { ...input, cursor: second.nextCursor ?? "" });
    await expect(third).rejects.toMatchObject({ name: "NotFoundError" });
    expect(profile().operations["servers.list"]?.offered).toBeUndefined();
  });

  test("is not offered where nothing is there without narrowing it, too", async () => {
    const { client, profile } = await startDialectService(() => notFoundResponse);
    const read = client.call("servers.list", { projectId: "p" });
    await expect(read).rejects.toMatchObject({ code: "not_offered" });
    expect(profile().operations["servers.list"]?.offered).toBe(false);
  });

  test.each([405, 501])("is not offered where the service says that by %i", async (status) => {
    const { client, profile } = await startDialectService(() => ({ status, body: { message: "No" } }));
    await expect(client.call("servers.list", { projectId: "p" })).rejects.toMatchObject({ code: "not_offered" });
    expect(profile().operations["servers.list"]?.offered).toBe(false);
  });
});

describe("what belongs to one", () => {
  test("is not taken for missing where it cannot be told whether the one is there", async () => {
    let isWell = true;
    const { client, profile } = await startDialectService(({ path }) =>
      path !== "servers" || !isWell
        ? path === "servers"
          ? { status: 403, body: { message: "Not now" } }
          : notFoundResponse
        : { body: servers },
    );
    await client.call("servers.list", {});
    isWell = false;
    await expect(client.call("serverTestRuns.list", { id: "a" })).rejects.toMatchObject({ name: "ForbiddenError" });
    expect(profile().operations["serverTestRuns.list"]?.offered).toBeUndefined();
  });
});
