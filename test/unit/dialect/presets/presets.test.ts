import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import type { Field, Shape } from "../../../../src/contract/profile/shape.ts";
import { findPreset, generalPreset, presetSchema, presets } from "../../../../src/dialect/presets/presets.ts";
import { findOperationFacts, findStateFamily } from "../../../../src/dialect/vocabulary/operationFacts.ts";
import { plainName } from "../../../../src/dialect/vocabulary/plainNames.ts";
import { isRecord } from "../../../../src/text/record.ts";

const folder = new URL("../../../../src/dialect/presets/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
const all = [generalPreset, ...presets];
const names = Object.keys(operationTable) as (keyof typeof operationTable)[];

/** The fields of the contract's resources and of their parts, by the name of the resource or part. */
function collectFields(kind: string, fields: Readonly<Record<string, Field>>, found: Map<string, Set<string>>): void {
  const known = found.get(kind) ?? new Set();
  found.set(kind, known);
  for (const [name, { shape }] of Object.entries(fields)) {
    known.add(name);
    collectShape(name, shape, found);
  }
}

function collectShape(name: string, shape: Shape, found: Map<string, Set<string>>): void {
  if (shape.kind === "object") collectFields(name, shape.fields, found);
  if (shape.kind === "list" && shape.of.kind === "object")
    collectFields(name.replace(/s$/, ""), shape.of.fields, found);
}

const fieldsByKind = new Map<string, Set<string>>();
for (const name of names) {
  const { resource, fields } = findOperationFacts(name);
  collectFields(resource, fields, fieldsByKind);
}

test("every file is a valid preset, and is used under its file name", () => {
  for (const file of files) {
    const json: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    expect(presetSchema.safeParse(json).error, file).toBeUndefined();
    expect(isRecord(json) && `${String(json.name)}.json`, file).toBe(file);
  }
  expect(all.map(({ name }) => `${name}.json`).sort()).toEqual(files.sort());
});

test("the paging of a preset is one that a profile can have", () => {
  for (const { name, paging } of presets) {
    if (!paging) continue;
    const profile = { version: 1, dialect: "other", preset: name, operations: { "projects.list": { paging } } };
    expect(dialectProfileSchema.safeParse(profile).error, name).toBeUndefined();
  }
});

test("names are given to resources and fields that the contract has", () => {
  const unknown = all.flatMap(({ name, names: byKind, write }) =>
    [...Object.entries(byKind), ...Object.entries(write)]
      .filter(([kind]) => kind !== "*")
      .flatMap(([kind, byField]) => Object.keys(byField).map((field) => ({ name, kind, field })))
      .filter(({ kind, field }) => !fieldsByKind.get(kind)?.has(field)),
  );
  expect(unknown).toEqual([]);
});

test("states are given to families that a field uses, and are written plainly", () => {
  const families = new Set(
    [...fieldsByKind].flatMap(([kind, fields]) => [...fields].flatMap((field) => findStateFamily(kind, field) ?? [])),
  );
  for (const { name, states } of all)
    for (const [family, byState] of Object.entries(states)) {
      expect(families.has(family), `${name}: ${family}`).toBe(true);
      const words = Object.values(byState).flat();
      expect(
        words.filter((word) => word !== plainName(word)),
        `${name}: ${family}`,
      ).toEqual([]);
      expect(
        words.filter((word, index) => words.indexOf(word) !== index),
        `${name}: ${family}`,
      ).toEqual([]);
    }
});

test("a preset is found by its name, and an unknown name has what all services share", () => {
  expect(findPreset("kubernetes").title).toBe("Kubernetes");
  expect(findPreset("no such preset")).toBe(generalPreset);
  expect(findPreset(undefined)).toBe(generalPreset);
});
