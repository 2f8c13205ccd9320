import type { Convention } from "./convention.ts";

const skill = {
  namespace: "io.github.acme",
  name: "draft-mail",
  title: "Draft mail",
  description: "Writes mail as the house does",
  version: "1.2.0",
  status: "active",
  license: "MIT",
  compatibility: "any agent",
  allowedTools: ["Read", "Write"],
  metadata: { author: "Acme" },
  repository: { type: "git", url: "https://git.example/acme/skills" },
  packages: [{ registryType: "oci", identifier: "ghcr.io/acme/draft-mail:1.2.0", digest: "sha256:aa" }],
  _meta: {},
};

export const toolHive: Convention = {
  follows: "ToolHive Registry Server by Stacklok: its published OpenAPI document with the skills extension, 2026",
  list: {
    operation: "skills.list",
    json: { skills: [skill], metadata: { count: 1, nextCursor: "aW8uZ2l0aHViLmFjbWU" } },
    items: [
      {
        name: "draft-mail",
        description: "Writes mail as the house does",
        latestVersion: "1.2.0",
        license: "MIT",
        compatibility: "any agent",
        allowedTools: ["Read", "Write"],
        metadata: { author: "Acme" },
        projectId: "io.github.acme",
      },
    ],
    next: { query: { cursor: "aW8uZ2l0aHViLmFjbWU" } },
  },
  item: {
    operation: "skill.update",
    json: {
      ...skill,
      id: "0c1d",
      createdAt: "2026-01-02T03:04:05Z",
      updatedAt: "2026-01-03T03:04:05Z",
      isLatest: true,
    },
    item: {
      id: "0c1d",
      name: "draft-mail",
      latestVersion: "1.2.0",
      createdAt: "2026-01-02T03:04:05.000Z",
      updatedAt: "2026-01-03T03:04:05.000Z",
    },
  },
  error: { json: { error: "registry not found" }, message: "registry not found" },
};
