import { describe, expect, test } from "vitest";
import { createErrorResponse, notFoundResponse, startDialectService } from "../../support/dialect/dialectService.ts";

describe("the evidence of a call to another service", () => {
  test("is that an operation works after a real answer, with the resource of its states", async () => {
    const servers = [{ id: "s-1", name: "Shop", status: "Hibernating" }];
    const { client, evidence } = await startDialectService(() => ({ body: servers }));
    await client.call("servers.list", {});
    expect(evidence("servers.list")).toMatchObject({
      ...{ outcome: "works", status: 200, resource: "server", states: ["Hibernating"] },
    });
  });

  test("is nothing of an operation that was not called", async () => {
    const { client, evidence } = await startDialectService(() => ({ body: [{ id: "p-1", name: "Shop" }] }));
    await client.call("projects.list", {});
    expect([evidence("project.get"), evidence("projects.create")]).toEqual([undefined, undefined]);
  });

  test("is a refusal in the service's words", async () => {
    const { client, evidence } = await startDialectService(() => createErrorResponse("Ask your admin.", 403));
    await client.call("servers.list", {}).catch(() => {});
    expect(evidence("servers.list")).toMatchObject({ outcome: "refused", status: 403, words: "Ask your admin." });
  });

  test("is that the operation is not offered, with the status that the service sent", async () => {
    const { client, evidence } = await startDialectService(() => notFoundResponse);
    await client.call("organization.usage", {}).catch(() => {});
    expect(evidence("organization.usage")).toMatchObject({ outcome: "notOffered", status: 404, words: "not found" });
  });

  test("is what was looked for in an answer that cannot be read, and none of its values", async () => {
    const { client, evidence } = await startDialectService(() => ({ body: { blob: "secret value" } }));
    await client.call("servers.list", {}).catch(() => {});
    expect(evidence("servers.list")).toMatchObject({
      ...{ outcome: "refused", status: 200, unreadable: expect.stringMatching(/^The answer holds no list/) },
    });
    expect(JSON.stringify(evidence("servers.list"))).not.toContain("secret value");
  });

  test("is no name and no state that repeats a secret of the request", async () => {
    const { client, evidence } = await startDialectService(({ body }) => ({
      body: { hello: 1, [`Got ${JSON.stringify(body)}`]: 1, status: `Queued ${JSON.stringify(body)}` },
    }));
    await client.call("server.deploy", { id: "s", environment: { API_KEY: "pa55word" } }).catch(() => {});
    expect(evidence("server.deploy")).toMatchObject({ unknown: [["hello"]] });
    expect(JSON.stringify(evidence("server.deploy"))).not.toContain("pa55word");
  });

  test("is no success for a list whose items cannot be distinguished", async () => {
    const { client, evidence } = await startDialectService(({ query }) =>
      query.id === "a-1" ? { body: [{ size: 1 }, { size: 2 }] } : notFoundResponse,
    );
    await client.call("registry.versions", { id: "a-1" }).catch(() => {});
    expect(evidence("registry.versions")).toMatchObject({
      ...{ outcome: "refused", unreadable: expect.stringMatching(/^It is not known which value is that of a version/) },
    });
  });

  test("is nothing after a failure that passes", async () => {
    const { client, evidence } = await startDialectService(() => createErrorResponse("Busy.", 503));
    await client.call("servers.list", {}).catch(() => {});
    expect(evidence("servers.list")).toBeUndefined();
  });
});
