import type { Convention } from "./convention.ts";

const deployment = (id: number, state: string) => ({
  id,
  state,
  versionTag: "1.4.0",
  "server-id": 12,
  started: "Mon, 05 Jan 2026 12:00:00 GMT",
  _links: { self: { href: `/deployments/${id}` }, server: { href: "/servers/12" } },
});

export const hal: Convention = {
  preset: "spring-data",
  follows: "HAL (draft-kelly-json-hal-11) as Spring Data REST 4 pages it",
  list: {
    operation: "deployments.list",
    json: {
      _embedded: { deployments: [deployment(100, "LIVE"), deployment(99, "ROLLED_BACK")] },
      _links: { self: { href: "/deployments?page=0" }, next: { href: "/deployments?page=1&size=2" } },
      page: { size: 2, totalElements: 5, totalPages: 3, number: 0 },
    },
    items: [
      { id: "100", status: "running", serverId: "12", startedAt: "2026-01-05T12:00:00.000Z" },
      { id: "99", status: "superseded" },
    ],
    next: { url: "/deployments?page=1&size=2" },
  },
  item: {
    operation: "deployment.get",
    json: deployment(100, "LIVE"),
    item: { id: "100", status: "running", serverId: "12" },
  },
  error: {
    json: {
      timestamp: "2026-01-05T12:00:00.000+00:00",
      status: 404,
      error: "Not Found",
      message: "No deployment has the id 7",
      path: "/deployment",
    },
    message: "No deployment has the id 7",
  },
};
