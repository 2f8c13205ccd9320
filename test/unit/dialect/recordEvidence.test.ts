import { describe, expect, test } from "vitest";
import { notFoundResponse, startDialectService } from "../../support/dialect/dialectService.ts";

describe("the evidence of a call to another service", () => {
  test("is that an operation works after a real answer, with its states, and nothing of others", async () => {
    const servers = [{ id: "s-1", name: "Shop", status: "Hibernating" }];
    const { client, evidence } = await startDialectService(() => ({ body: servers }));
    await client.call("servers.list", {});
    expect(evidence("servers.list")).toMatchObject({
      ...{ outcome: "works", status: 200, states: ["Hibernating"] },
    });
    expect([evidence("server.update"), evidence("servers.create")]).toEqual([undefined, undefined]);
  });

  test("is that the operation is not offered, with the status that the service sent", async () => {
    const { client, evidence } = await startDialectService(() => notFoundResponse);
    await client.call("organization.usage", {}).catch(() => {});
    expect(evidence("organization.usage")).toMatchObject({ outcome: "notOffered", status: 404, words: "not found" });
  });

  test("is no state that repeats a secret of the request", async () => {
    const { client, evidence } = await startDialectService(({ body }) => ({
      body: { hello: 1, status: `Queued ${JSON.stringify(body)}` },
    }));
    await client.call("server.deploy", { id: "s", environment: { API_KEY: "pa55word" } }).catch(() => {});
    expect(JSON.stringify(evidence("server.deploy"))).not.toContain("pa55word");
  });
});
