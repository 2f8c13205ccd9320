import type { Profile } from "../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../src/contract/evidence.ts";
import type { Evidences } from "../../../src/core/compatibility/compatibilityReport.ts";

/** A service that speaks in its own way, as it was learned. */
export const learnedProfile: Profile = {
  version: 1,
  dialect: "other",
  credential: { header: "X-API-Key" },
  tenant: { header: "X-Organization" },
  document: null,
  operations: {
    "projects.list": {
      list: ["data", "projects"],
      paging: { kind: "cursor", next: ["meta", "next_cursor"], param: "after" },
      pageSize: "per_page",
      fields: { id: ["uuid"], name: ["title"], slug: ["handle"] },
    },
    "project.get": { select: { in: "query", name: "slug", value: "slug" }, item: ["data"] },
    "server.generate": { select: { in: "header", name: "X-Server-Id" }, params: { version: "tag", source: null } },
    "server.deploy": { body: { ref: "{{version}}", variables: "{{environment}}" } },
    "skills.list": { offered: false },
  },
  errors: { message: ["error", "message"] },
};

export function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    ...{ outcome: "recognised", at: "2026-11-21T12:00:00.000Z", status: 200 },
    ...{ fields: {}, unknown: [], unsaid: [], states: [], notes: [] },
    ...change,
  };
}

export const learnedEvidence: Evidences = {
  "me.get": evidence(),
  "projects.list": evidence({
    fields: { id: { place: ["uuid"], because: "synonym" }, name: { place: ["title"], because: "likeness" } },
    unknown: [["colour"], ["quota", "left"]],
    unsaid: ["description"],
  }),
  "project.get": evidence({ fields: { id: { place: ["uuid"], because: "synonym" } } }),
  "deployments.list": evidence({ states: ["Hibernating"] }),
  "deployment.get": evidence({ outcome: "forbidden", status: 403 }),
  "organization.usage": evidence({ outcome: "unclear", notes: ["It answered a list of lists."] }),
  "userSettings.get": evidence({ outcome: "missing", status: 404 }),
};
