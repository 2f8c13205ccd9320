import type { Convention } from "./convention.ts";

const skill = (id: string, title: string) => ({
  id,
  created_at: "2025-10-30T23:58:27.427722Z",
  display_title: title,
  latest_version: "1759178010641129",
  source: "custom",
  type: "skill",
  updated_at: "2025-10-31T23:58:27.427722Z",
});

export const anthropicSkills: Convention = {
  follows: "Anthropic's skills API: the reference of the beta skills-2025-10-02",
  list: {
    operation: "skills.list",
    json: {
      data: [skill("skill_01JA", "Draft mail"), skill("skill_01JB", "Read invoices")],
      has_more: true,
      next_page: "page_MjAyNS0wNS0xNFQwMDowMDowMFo=",
    },
    items: [
      {
        id: "skill_01JA",
        name: "Draft mail",
        latestVersion: "1759178010641129",
        createdAt: "2025-10-30T23:58:27.427Z",
        updatedAt: "2025-10-31T23:58:27.427Z",
        source: "custom",
      },
      { id: "skill_01JB", name: "Read invoices" },
    ],
    next: { query: { page: "page_MjAyNS0wNS0xNFQwMDowMDowMFo=" } },
  },
  item: {
    operation: "skill.update",
    json: skill("skill_01JA", "Draft mail"),
    item: { id: "skill_01JA", name: "Draft mail", latestVersion: "1759178010641129" },
  },
  error: {
    json: {
      type: "error",
      error: { type: "not_found_error", message: "Skill not found: skill_01JX" },
      request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
    },
    message: "Skill not found: skill_01JX",
    code: "not_found_error",
  },
};
