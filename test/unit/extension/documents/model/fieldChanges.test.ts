import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createChangeVisibility,
  createMergePatch,
  type DocumentFields,
  diffFields,
  findFieldConflicts,
  formatFieldChanges,
  formatFieldValue,
} from "../../../../../src/extension/documents/model/fieldChanges.ts";
import { isRecord } from "../../../../../src/text/record.ts";

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const environment = fc.dictionary(fc.oneof(fc.constantFrom("A", "B", "__proto__"), fc.string()), fc.string());
const fields = fc.record({ name: fc.string(), count: value, environment });

/** RFC 7396, section 2. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), one));
  }
  return Object.fromEntries(result);
}

describe("changes", () => {
  test("as a JSON Merge Patch turn one document into the other", () => {
    fc.assert(
      fc.property(fields, fields, (before, after) => {
        expect(mergePatch(before, createMergePatch(diffFields(before, after)))).toEqual(after);
      }),
    );
  });

  test("are empty between a document and itself or a part of it", () => {
    fc.assert(
      fc.property(fields, (item) => {
        const { name: _, ...rest } = item;
        expect([diffFields(item, item), diffFields(item, rest)]).toEqual([[], []]);
      }),
    );
  });

  test("conflict only if both sides set the same field to different values", () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const [own, others] = [diffFields(base, mine), diffFields(base, theirs)];
        expect(findFieldConflicts(own, diffFields(base, mine))).toEqual([]);
        for (const { path, to } of findFieldConflicts(own, others))
          expect(others).not.toContainEqual(expect.objectContaining({ path, to }));
      }),
    );
  });

  test("of both sides are kept if they do not conflict", () => {
    const base: DocumentFields = { name: "n", description: "d", environment: { A: "1", B: "2", C: "3" } };
    const mine = diffFields(base, { name: "mine", environment: { A: "1", B: "mine", NEW: "x" } });
    const theirs = { name: "n", description: "theirs", environment: { A: "theirs", B: "2", C: "3" } };
    expect(findFieldConflicts(mine, diffFields(base, theirs))).toEqual([]);
    expect(mergePatch(theirs, createMergePatch(mine))).toEqual({
      name: "mine",
      description: "theirs",
      environment: { A: "theirs", B: "mine", NEW: "x" },
    });
  });
});

describe("formatted changes", () => {
  test("never contain a secret value", () => {
    const before = { environment: { OPEN: "old", SECRET: null, GONE: null } };
    const changes = diffFields(before, { environment: { OPEN: "new", SECRET: "canary-1", ADDED: "canary-2" } });
    expect(formatFieldChanges(changes, createChangeVisibility(before)).split("\n")).toEqual([
      'environment.OPEN: "old" to "new"',
      "environment.SECRET: replaced",
      "environment.GONE: removed",
      "environment.ADDED: added",
    ]);
  });

  test("stay on one line, and long values are truncated", () => {
    expect(formatFieldValue("a\nb")).toBe('"a\\nb"');
    expect(formatFieldValue("x".repeat(10_240))).toMatch(/^"x{79}\.\.\. \(10242 characters\)$/);
    expect(formatFieldValue("🐧".repeat(100)).isWellFormed()).toBe(true);
  });
});
