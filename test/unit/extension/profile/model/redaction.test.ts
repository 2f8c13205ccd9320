import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { createCompatibilityReport } from "../../../../../src/extension/profile/model/compatibilityReport.ts";
import { formatIssueText } from "../../../../../src/extension/profile/model/formatIssueText.ts";
import { createReportRedactor } from "../../../../../src/extension/profile/model/reportRedactor.ts";
import { formatFieldPath } from "../../../../../src/text/fieldPath.ts";
import { aboutReport, createEvidence } from "../../../../support/dialect/learnedProfile.ts";
import { measureWork } from "../../../../support/measureWork.ts";
import { propertyRuns } from "../../../../support/propertyRuns.ts";

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const text = (letters: string, least: number, most = least) =>
  fc.array(fc.constantFrom(...letters), { minLength: least, maxLength: most }).map((all) => all.join(""));
const hex = "0123456789abcdef";

/** Keys, tokens and ids in the formats of services. */
const secret = fc.oneof(
  text(base64url, 43).map((random) => `flk_${random}`),
  text(base64url, 40).map((random) => `sk-${random}`),
  fc.tuple(text(base64url, 20, 60), text(base64url, 20, 60)).map((parts) => `eyJ${parts.join(".")}.x`),
  text(hex, 32),
  fc.uuid(),
  fc.uuid().map((id) => `srv_${id}`),
  fc.bigInt({ min: 1_000_000n, max: 2n ** 63n }).map(String),
  text("0123456789", 3, 8).map((digits) => `dep_${digits}`),
);
const label = text("abcdefghijklmnopqrstuvwxyz", 3, 10);
const host = fc.oneof(
  fc.tuple(label, label).map(([name, other]) => `${name}.${other}.example`),
  fc.ipV4(),
  fc.tuple(label, fc.integer({ min: 1, max: 65_535 })).map(([name, port]) => `${name}.internal:${port}`),
);
const words = fc.constantFrom(
  "It answered",
  "the id was",
  "at",
  "for",
  "refused (",
  "page 2 of",
  "with status 404 and",
);

describe("a redacted report", () => {
  test("contains no key, id or host, for any response of a service", () => {
    fc.assert(
      fc.property(secret, host, words, words, (canary, hostname, before, after) => {
        const note = `${before} ${canary} ${after} https://${hostname}/api/v1/x?id=${canary} ${hostname}`;
        const profile: DialectProfile = {
          ...{ version: 2, dialect: "other", credential: { header: "X-Key", scheme: canary.slice(0, 50) } },
          tenant: { header: canary.slice(0, 200), value: canary.slice(0, 200) },
          operations: {
            "servers.list": {
              list: formatFieldPath(["data", canary.slice(0, 200)]),
              select: { in: "query", name: canary.slice(0, 200), value: canary.slice(0, 200) },
              params: { q: canary.slice(0, 200) },
              fields: { name: formatFieldPath(["spec", canary.slice(0, 200)]) },
              body: { [canary.slice(0, 200)]: canary },
              paging: { kind: "cursor", next: formatFieldPath([canary.slice(0, 200)]), param: canary.slice(0, 200) },
            },
            "server.deploy": { body: { token: canary, [hostname]: hostname } },
          },
        };
        const seen = createEvidence({
          ...{
            outcome: "refused",
            ...{ words: note.slice(0, 500), unreadable: note.slice(0, 500) },
            notes: [note],
            states: [canary.slice(0, 200), hostname],
            unknown: [["map", hostname]],
          },
          fields: { id: { place: [canary.slice(0, 200)], because: "name" } },
        });
        const hidden = { host: hostname, names: [] };
        const report = createCompatibilityReport(
          profile,
          { "servers.list": seen, "me.get": seen },
          { ...aboutReport, hidden },
        );
        for (const exported of [JSON.stringify(report), formatIssueText(report)]) {
          const plain = exported.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
          expect([plain.includes(canary.slice(0, 16)), plain.includes(hostname)]).toEqual([false, false]);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test("contains no name of the user or the connection in any sentence", () => {
    const own = fc
      .string({ minLength: 3, maxLength: 40 })
      .map((name) => name.trim())
      .filter((name) => /^(?!hidden$|host$|url$)[\p{L}\d].+[\p{L}\d]$/iu.test(name));
    fc.assert(
      fc.property(own, words, (name, before) => {
        const redactor = createReportRedactor({ host: "h.example", names: [name] });
        const mine = `${before} <${name}> again`;
        expect(redactor.text(mine).toLowerCase()).not.toContain(`<${name.toLowerCase()}>`);
      }),
    );
  });

  test("keeps the field names of a service", () => {
    const redactor = createReportRedactor({ host: "api.service.example:8443", names: ["unlikely"] });
    const names = [
      ...["data", "next_cursor", "X-API-Key", "createdAt", "sha256Digest", "x509Certificate", "oauth2ClientId"],
      ...[
        "requiresHumanApprovalBeforeDeployment",
        "organization-settings",
        "_embedded",
        "total_count",
        "@type",
        "$ref",
      ],
      ...["Hibernating", "line1", "ipv4Address", "runtime_configuration_snapshots"],
    ];
    expect(names.map(redactor.name)).toEqual(names);
  });

  test("keeps the sentences about what was tried", () => {
    const { text: redact } = createReportRedactor({ host: "api.service.example:8443", names: ["Ada Lovelace"] });
    const plain =
      "servers.list answered status 200 with 50 items at data.items; serverId, server_id and id were tried.";
    expect(redact(plain)).toBe(plain);
    expect(redact("Asked https://api.service.example:8443/x for Ada Lovelace at 10.0.0.7:80.")).toBe(
      "Asked <url> for <hidden> at <host>.",
    );
  });

  test.each<OperationName>(["servers.list", "deployment.get"])("keeps only short words as states of %s", (name) => {
    const states = ["Running", "needs_review", "🟣", "x".repeat(41), "this is more than a state", "a\nline"];
    const report = createCompatibilityReport(
      { version: 2, dialect: "other", operations: {} },
      { [name]: createEvidence({ states }) },
      { ...aboutReport, hidden: { host: "", names: [] } },
    );
    const reportedStates = report.operations.find(({ operation }) => operation === name)?.states;
    expect(reportedStates).toEqual(["Running", "needs_review", "🟣", "<left out>", "<left out>", "<left out>"]);
  });

  test.each(["a", "a.", "a-", "x@", "://", "?token", "ab:", "é", "TOKEN", "1."])(
    "is created in linear time for repetitions of %s",
    (piece) => {
      const redactor = createReportRedactor({ host: "h.example:8443", names: ["Ada Lovelace"] });
      expect(measureWork(() => redactor.text(piece.repeat(20_000)))).toBeLessThan(40);
    },
  );
});
