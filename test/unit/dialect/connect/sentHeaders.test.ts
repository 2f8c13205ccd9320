import { expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { canaryKey, createMemoryProfileStore } from "../../../support/dialect/dialectContext.ts";
import { type JsonServiceRequest, startJsonService } from "../../../support/services/jsonService.ts";

const encoded = Buffer.from(`ann@one.example:${canaryKey}`).toString("base64");

/** The request that lists projects and the one that creates one, with a profile. */
async function sendWith(profile: Partial<DialectProfile>, reply: (request: JsonServiceRequest) => unknown = () => "") {
  await using service = await startJsonService((request) => {
    const project = { uuid: "p-1", title: "Shop", description: reply(request) };
    return request.method === "POST" ? { status: 201, body: { project } } : { body: { projects: [project] } };
  });
  const known: DialectProfile = { version: 2, dialect: "other", operations: {}, ...profile };
  const profileStore = createMemoryProfileStore(known);
  const client = connectToService({ baseUrl: service.url, key: async () => canaryKey, profileStore });
  const listed = await client.call("projects.list", {});
  await client.call("projects.create", { name: "Shop" });
  await client.close();
  const sent = (method: string) => service.requests.find((request) => request.method === method)?.headers ?? {};
  return { list: sent("GET"), create: sent("POST"), item: listed.items[0] };
}

test("a user name makes the key the password of HTTP Basic", async () => {
  const { list } = await sendWith({ credential: { header: "Authorization", user: "ann@one.example" } });
  expect(list.authorization).toBe(`Basic ${encoded}`);
});

test("a user name works in another header and with another scheme", async () => {
  const credential = { header: "X-Login", scheme: "Digested", user: "ann@one.example" };
  const { list } = await sendWith({ credential });
  expect([list["x-login"], list.authorization]).toEqual([`Digested ${encoded}`, undefined]);
});

test("the encoded key of HTTP Basic is redacted where the service echoes it", async () => {
  const { item } = await sendWith({ credential: { header: "Authorization", user: "ann@one.example" } }, (request) =>
    String(request.headers.authorization),
  );
  expect(item?.description).toBe("Basic [key]");
});

test("further headers go with every request", async () => {
  const { list, create } = await sendWith({ headers: { "X-Version": "2", Accept: "application/hal+json" } });
  expect([list["x-version"], create["x-version"]]).toEqual(["2", "2"]);
  expect([list.accept, list["content-type"]]).toEqual(["application/hal+json", undefined]);
});

test("a further Content-Type names the type of JSON bodies alone", async () => {
  const { list, create } = await sendWith({ headers: { "Content-Type": "application/vnd.api+json" } });
  expect([list["content-type"], create["content-type"]]).toEqual([undefined, "application/vnd.api+json"]);
});

test("further headers override a product name, and neither credential, cookie, organization nor host", async () => {
  const headers = {
    ...{ "User-Agent": "Mine/1", AUTHORIZATION: "Bearer theirs", "x-api-key": "theirs", Cookie: "session=theirs" },
    ...{ "proxy-authorization": "Basic theirs", "X-Org": "theirs" },
  };
  const { list } = await sendWith({
    ...{ headers, credential: { header: "X-API-Key" }, tenant: { header: "X-Org", value: "acme" } },
  });
  expect(list).toMatchObject({ "user-agent": "Mine/1", "x-api-key": canaryKey, "x-org": "acme" });
  expect(JSON.stringify(list)).not.toContain("theirs");
});
