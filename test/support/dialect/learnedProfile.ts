import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../src/contract/evidence.ts";
import type { RecordedEvidence } from "../../../src/extension/connection/model/connectionProfile.ts";

/** The learned profile of a non-Fairlead service. */
export const learnedProfile: DialectProfile = {
  version: 2,
  dialect: "other",
  credential: { header: "X-API-Key" },
  tenant: { header: "X-Organization" },
  preset: "json-api",
  operations: {
    "projects.list": {
      list: "$.data.projects",
      paging: { kind: "cursor", next: "$.meta.next_cursor", param: "after" },
      pageSize: "per_page",
      fields: { id: "$.uuid", name: "$.title", slug: "$.handle" },
    },
    "project.get": { select: { in: "query", name: "slug", value: "{slug}" }, item: "$.data" },
    "server.generate": { select: { in: "header", name: "X-Server-Id" }, params: { version: "tag", source: null } },
    "server.deploy": { body: { ref: "{{version}}", variables: "{{environment}}" } },
    "skills.list": { offered: false },
  },
  errors: { message: "$.error.message" },
};

/** A learned profile with few facts. */
export const briefProfile: DialectProfile = {
  version: 2,
  dialect: "other",
  credential: { header: "X-API-Key" },
  operations: {
    "servers.list": { list: "$.data", fields: { id: "$.uuid", name: "$.title" } },
    "project.get": { select: { in: "query", name: "project_id" } },
  },
};

export function createEvidence(change: Partial<Evidence> = {}): Evidence {
  return {
    ...{ outcome: "works", at: "2026-11-21T12:00:00.000Z", status: 200 },
    ...{ fields: {}, states: [] },
    ...change,
  };
}

export const learnedEvidence: RecordedEvidence = {
  "me.get": createEvidence(),
  "projects.list": createEvidence({
    fields: { id: { place: ["uuid"], because: "synonym" }, name: { place: ["title"], because: "synonym" } },
  }),
  "project.get": createEvidence({ fields: { id: { place: ["uuid"], because: "synonym" } } }),
  "deployments.list": createEvidence({ states: ["Hibernating"] }),
  "deployment.get": createEvidence({ outcome: "refused", status: 403, words: "You may not read this." }),
  "organization.usage": createEvidence({
    outcome: "refused",
    unreadable: "The answer holds no usage that Fairlead recognises.",
  }),
  "userSettings.get": createEvidence({ outcome: "notOffered", status: 404 }),
};

/** What a report on this service is about. */
export const learnedReport = { profile: learnedProfile, evidence: learnedEvidence };
