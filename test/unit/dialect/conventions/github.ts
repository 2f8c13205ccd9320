import type { Convention } from "./convention.ts";

const organization = (id: number, login: string) => ({
  login,
  id,
  node_id: "MDEyOk9yZ2FuaXphdGlvbjE=",
  url: `https://api.github.example/orgs/${login}`,
  repos_url: `https://api.github.example/orgs/${login}/repos`,
  members_url: `https://api.github.example/orgs/${login}/members{/member}`,
  avatar_url: "https://img.example/1.gif",
  description: "A great organization",
});

export const github: Convention = {
  preset: "github",
  follows: "GitHub's REST API, version 2022-11-28",
  list: {
    operation: "organizations.list",
    json: [organization(1, "octo"), organization(2, "hexa")],
    headers: {
      link: '<https://api.github.example/user/orgs?page=2>; rel="next", <https://api.github.example/user/orgs?page=9>; rel="last"',
    },
    items: [
      { id: "1", name: "octo" },
      { id: "2", name: "hexa" },
    ],
    next: { url: "https://api.github.example/user/orgs?page=2" },
  },
  item: {
    operation: "me.get",
    json: {
      login: "octocat",
      id: 1,
      node_id: "MDQ6VXNlcjE=",
      type: "User",
      site_admin: false,
      name: "monalisa octocat",
      company: "GitHub",
      email: "octocat@github.example",
      created_at: "2008-01-14T04:33:35Z",
      updated_at: "2026-01-14T04:33:35Z",
    },
    item: {
      id: "1",
      name: "monalisa octocat",
      email: "octocat@github.example",
      kind: "user",
      createdAt: "2008-01-14T04:33:35.000Z",
    },
  },
  error: {
    json: {
      message: "Validation Failed",
      errors: [{ resource: "Issue", field: "title", code: "missing_field" }],
      documentation_url: "https://docs.github.example/rest",
      status: "422",
    },
    message: "Validation Failed",
  },
};
