import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../src/contract/evidence.ts";
import type { EvidenceByOperation } from "../../../src/core/compatibility/compatibilityReport.ts";

/** The learned profile of a non-Fairlead service. */
export const learnedProfile: DialectProfile = {
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

export function createEvidence(change: Partial<Evidence> = {}): Evidence {
  return {
    ...{ outcome: "recognised", at: "2026-11-21T12:00:00.000Z", status: 200 },
    ...{ fields: {}, unknown: [], unsaid: [], states: [], notes: [] },
    ...change,
  };
}

export const learnedEvidence: EvidenceByOperation = {
  "me.get": createEvidence(),
  "projects.list": createEvidence({
    fields: { id: { place: ["uuid"], because: "synonym" }, name: { place: ["title"], because: "likeness" } },
    unknown: [["colour"], ["quota", "left"]],
    unsaid: ["description"],
  }),
  "project.get": createEvidence({ fields: { id: { place: ["uuid"], because: "synonym" } } }),
  "deployments.list": createEvidence({ states: ["Hibernating"] }),
  "deployment.get": createEvidence({ outcome: "forbidden", status: 403 }),
  "organization.usage": createEvidence({ outcome: "unclear", notes: ["It answered a list of lists."] }),
  "userSettings.get": createEvidence({ outcome: "missing", status: 404 }),
};
