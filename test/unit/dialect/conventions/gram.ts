import type { Convention } from "./convention.ts";

const toolset = {
  id: "0197d1b2-6b1e-7c3a-9f50-0f1d2a3b4c5d",
  organization_id: "org-9",
  project_id: "0197d1b2-0000-7c3a-9f50-0f1d2a3b4c5d",
  name: "Billing tools",
  slug: "billing-tools",
  description: "Reads invoices",
  default_environment_slug: "production",
  mcp_slug: "acme-billing",
  mcp_enabled: true,
  mcp_is_public: false,
  tool_urns: ["tools:http:billing:list_invoices"],
  created_at: "2025-11-03T09:12:44Z",
  updated_at: "2025-11-04T10:00:00Z",
};

export const gram: Convention = {
  states: ["completed"],
  follows: "Gram by Speakeasy: the design files of its public repository, November 2025",
  list: {
    operation: "deployments.list",
    json: {
      items: [
        { id: "bc5f4a55", user_id: "user_1", created_at: "2025-11-03T09:12:44Z", asset_count: 2, status: "completed" },
        { id: "0af31c22", user_id: "user_2", created_at: "2025-11-02T09:12:44Z", asset_count: 1, status: "failed" },
      ],
      next_cursor: "01jp3f054qc02gbcmpp0qmyzed",
    },
    items: [
      {
        id: "bc5f4a55",
        status: { unknown: "completed" },
        createdAt: "2025-11-03T09:12:44.000Z",
        triggeredBy: "user_1",
        asset_count: 2,
      },
      {
        id: "0af31c22",
        status: "failed",
        createdAt: "2025-11-02T09:12:44.000Z",
        triggeredBy: "user_2",
        asset_count: 1,
      },
    ],
    next: { query: { cursor: "01jp3f054qc02gbcmpp0qmyzed" } },
  },
  item: {
    operation: "server.update",
    json: toolset,
    item: {
      id: toolset.id,
      projectId: toolset.project_id,
      name: "Billing tools",
      slug: "billing-tools",
      description: "Reads invoices",
      createdAt: "2025-11-03T09:12:44.000Z",
      updatedAt: "2025-11-04T10:00:00.000Z",
    },
  },
  error: {
    json: {
      name: "not_found",
      id: "3F1FKVRR",
      message: "toolset not found",
      temporary: false,
      timeout: false,
      fault: false,
    },
    message: "toolset not found",
    code: "not_found",
  },
};
