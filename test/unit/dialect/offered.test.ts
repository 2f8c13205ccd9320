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

describe("a list that is refused with 404", () => {
  test("is offered if the refusal is about the organization", async () => {
    const { client, profile } = await startDialectService(() => refusal("Organization acme not found"));
    await expect(client.call("servers.list", {})).rejects.toMatchObject({
      name: "NotFoundError",
      detail: "Organization acme not found",
    });
    await expect(client.call("userSettings.get", {})).rejects.toMatchObject({ name: "NotFoundError" });
    expect(profile().operations).toEqual({});
  });

  test("is offered if the refusal is about its cursor", async () => {
    const { client } = await startDialectService(({ query }) =>
      query.cursor === undefined
        ? { body: { items: servers, next_cursor: "two" } }
        : refusal("The cursor two is no longer valid"),
    );
    const { nextCursor } = await client.call("servers.list", { limit: 2 });
    const next = client.call("servers.list", { limit: 2, cursor: nextCursor ?? "" });
    await expect(next).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test.each<[string, DialectResponse]>([
    ["says nothing else", notFoundResponse],
    ["is FastAPI's for an unknown route", { status: 404, body: { detail: "Not Found" } }],
    [
      "is Express's for an unknown route",
      { status: 404, body: "<!DOCTYPE html><pre>Cannot GET /api/v1/servers</pre>" },
    ],
    ["names the path", { status: 404, body: { message: "No static resource api/v1/servers." } }],
    ["names the route", { status: 404, body: { message: "The route could not be found." } }],
    ["has status 405", { status: 405, body: { message: "No" } }],
    ["has status 501", { status: 501, body: { message: "No" } }],
  ])("is not offered if the refusal %s", async (_, response) => {
    const { client, evidence } = await startDialectService(() => response);
    await expect(client.call("servers.list", { projectId: "p" })).rejects.toMatchObject({ code: "not_offered" });
    expect(evidence("servers.list")?.outcome).toBe("notOffered");
  });
});
