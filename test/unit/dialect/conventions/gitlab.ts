import type { Convention } from "./convention.ts";

const deployment = (id: number, status: string) => ({
  id,
  iid: id - 40,
  ref: "main",
  sha: "99d03678b90d914dbb1b109132516d71a4a03ea8",
  created_at: "2026-08-11T11:32:35.444Z",
  updated_at: "2026-08-11T11:34:01.123Z",
  status,
  user: { id: 1, name: "Administrator", username: "root", state: "active" },
  environment: { id: 9, name: "production", external_url: "https://about.gitlab.example" },
  deployable: { id: 664, name: "deploy", stage: "deploy", status: "running", ref: "main" },
});

export const gitlab: Convention = {
  preset: "gitlab",
  follows: "GitLab's REST API, version 4",
  list: {
    operation: "deployments.list",
    json: [deployment(42, "running"), deployment(41, "success"), deployment(43, "blocked")],
    headers: {
      link: '<https://gitlab.example/api/v4/projects/1/deployments?page=2&per_page=3>; rel="next", <https://gitlab.example/api/v4/projects/1/deployments?page=1&per_page=3>; rel="first"',
      "x-next-page": "2",
    },
    items: [
      { id: "42", version: "main", status: "building" },
      { id: "41", version: "main", status: "running" },
      { id: "43", version: "main", status: "queued" },
    ],
    next: { url: "https://gitlab.example/api/v4/projects/1/deployments?page=2&per_page=3" },
  },
  item: {
    operation: "project.get",
    json: {
      id: 3,
      name: "Diaspora Project Site",
      path_with_namespace: "diaspora/diaspora-project-site",
      created_at: "2026-01-13T08:35:33.000Z",
      description: "The site",
    },
    item: { id: "3", name: "Diaspora Project Site", description: "The site", createdAt: "2026-01-13T08:35:33.000Z" },
  },
  error: { json: { message: "404 Project Not Found" }, message: "404 Project Not Found" },
};
