import { expect, test } from "vitest";
import { connectToService } from "../../../src/dialect/connect.ts";
import { meResponse, projectResponse } from "../../support/client/scriptedClient.ts";
import { createMemoryProfileStore } from "../../support/dialect/dialectContext.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../support/services/jsonService.ts";
import { testDeadline } from "../../support/testDeadline.ts";

type Answers = (request: JsonServiceRequest) => JsonServiceResponse | undefined;

const contract: Answers = ({ path }) => {
  if (path === "/api/v1/me") return { body: meResponse };
  if (path === "/api/v1/projects") return { body: { items: [projectResponse], nextCursor: null } };
  return path === "/api/v1/project" ? { body: projectResponse } : undefined;
};
const other: Answers = ({ path }) =>
  path === "/api/v1/me"
    ? { body: { user: { uuid: "u-1", display_name: "Someone" } } }
    : path === "/api/v1/deployments/events"
      ? { body: { events: [{ seq: 1, message: "Started", created_at: "2026-01-01T00:00:00Z" }] } }
      : undefined;

/** The products that the requests of a session named, event streams and searches for a document included. */
async function readUserAgents(answer: Answers, userAgent?: string) {
  await using service = await startJsonService(answer);
  const client = connectToService({
    ...{ baseUrl: service.url, key: async () => "key_1", profileStore: createMemoryProfileStore() },
    ...(userAgent !== undefined && { userAgent }),
  });
  await client.call("me.get", {});
  const events = client.events("d-1", { signal: testDeadline() });
  await events.next().catch(() => {});
  await client.close();
  const paths = service.requests.map(({ path }) => path);
  return { paths, agents: [...new Set(service.requests.map(({ headers }) => headers["user-agent"]))] };
}

test.each([
  ["a service of the contract", contract, "Fairlead/1.2.3"],
  ["another service", other, "Fairlead/1.2.3"],
  ["a service by a client without a known version", contract, undefined],
] as const)(
  "every request to %s names the product, event streams and searches for a document too",
  async (_, answer, agent) => {
    const { paths, agents } = await readUserAgents(answer, agent);
    expect(paths.some((path) => path.includes("events"))).toBe(true);
    expect(paths.includes("/openapi.json")).toBe(answer === other);
    expect(agents).toEqual([agent ?? "Fairlead"]);
  },
);
