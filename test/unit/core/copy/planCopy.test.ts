import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CopyItem } from "../../../../src/core/copy/copyItem.ts";
import { type ItemPlan, isNothingToDo, planCopy } from "../../../../src/core/copy/planCopy.ts";
import type { LimitsChange, SetLimits } from "../../../../src/core/copy/planLimits.ts";

const item = (name: string, versions: readonly string[], more: Partial<CopyItem> = {}): CopyItem => ({
  kind: "server",
  ...{ id: `id of ${name}`, name, slug: undefined, description: "", artifactId: `artifact of ${name}` },
  versions: versions.map((text) => {
    const [version = "", digest = version] = text.split("=");
    return { version, digest };
  }),
  ...{ hasDraft: false, connectedAccounts: [], isDeployed: false, hasRunner: false, hasDocument: false },
  settings: { values: {}, secrets: [], allowedHosts: undefined, limits: {} },
  ...more,
});
const settings = (values: Record<string, string>, secrets: string[] = [], allowedHosts?: string[]) => ({
  settings: { values, secrets, allowedHosts, limits: {} },
});
const limited = (limits: SetLimits | undefined) => ({
  settings: { values: {}, secrets: [], allowedHosts: undefined, limits },
});
const all: SetLimits = { memoryMb: 256, cpus: 0.5, replicas: 3, stopWhenIdleMinutes: 30 };
const allChange: LimitsChange = { limits: { memoryMb: 256, cpus: 0.5 }, replicas: 3, stopWhenIdleMinutes: 30 };
const others: SetLimits = { memoryMb: 256, cpus: 0.5, replicas: 2 };
const idleChange: LimitsChange = { stopWhenIdleMinutes: 30 };
const both: LimitsChange = { limits: { memoryMb: 256, cpus: 2 } };
const numbers = ({ versions }: ItemPlan) => versions.map(({ version }) => version);
const planOne = (here: CopyItem, ...there: CopyItem[]): ItemPlan => {
  const [plan] = planCopy([here], there);
  if (!plan) throw new Error("There is a plan for each item.");
  return plan;
};

describe("the versions of an item", () => {
  test("are all made where there is no copy", () => {
    const plan = planOne(item("Pets", ["1.0.0", "2.0.0"]), item("Orders", ["1.0.0"]));
    expect([plan.existing, numbers(plan)]).toEqual([undefined, ["1.0.0", "2.0.0"]]);
  });

  test("go on after those of an interrupted copy", () => {
    const plan = planOne(item("Pets", ["1.0.0", "2.0.0"]), item("Pets", ["1.0.0"]));
    expect([numbers(plan), plan.equalVersions.length]).toEqual([["2.0.0"], 1]);
  });

  test("are not made again where the copy has more of them", () => {
    expect(isNothingToDo(planOne(item("Pets", ["1.0.0", "2.0.0"]), item("Pets", ["1.0.0", "1.5.0", "2.0.0"])))).toBe(
      true,
    );
  });

  test.each<[string, CopyItem, CopyItem | undefined, ItemPlan["refusal"]]>([
    ["there is none", item("Pets", []), undefined, { kind: "noVersion" }],
    [
      "one has other files there",
      item("Pets", ["1.0.0", "2.0.0"]),
      item("Pets", ["1.0.0=x"]),
      { kind: "otherFiles", version: "1.0.0" },
    ],
    [
      "another one would come before them",
      item("Pets", ["1.0.0", "2.0.0"]),
      item("Pets", ["1.0.0", "1.5.0"]),
      { kind: "otherVersion", version: "1.5.0" },
    ],
    ["a draft is in their place", item("Pets", ["1.0.0"]), item("Pets", [], { hasDraft: true }), { kind: "draft" }],
    [
      "the copy's cannot be read",
      item("Pets", ["1.0.0"]),
      item("Pets", [], { unreadable: { kind: "forbidden", reason: "No." } }),
      { kind: "forbidden", reason: "No." },
    ],
    [
      "a digest is not known",
      item("Pets", ["1.0.0"]),
      item("Pets", [], { versions: [{ version: "1.0.0", digest: undefined }] }),
      { kind: "otherFiles", version: "1.0.0" },
    ],
  ])("are refused where %s", (_name, here, there, refusal) => {
    const plan = planOne(here, ...(there ? [there] : []));
    expect([plan.refusal, plan.versions, plan.settings]).toEqual([
      refusal,
      [],
      { values: {}, allowedHosts: undefined, limits: undefined },
    ]);
  });
});

test("a service that cannot make an item refuses it, unless it is there already", () => {
  const [here, there] = [item("Pets", ["1.0.0"]), item("Pets", ["1.0.0"])];
  const refusal = { kind: "notOffered", operation: "servers.create" } as const;
  const refusals = [
    planCopy([here], [], { refusals: { server: refusal } }),
    planCopy([here], [there], { refusals: { server: refusal } }),
    planCopy([here], [], { refusals: { skill: refusal } }),
  ];
  expect(refusals.map(([plan]) => plan?.refusal)).toEqual([refusal, undefined, undefined]);
});

describe("the copy of an item", () => {
  test("is the one with the most equal versions where names repeat", () => {
    const [first, second] = [
      item("Pets", ["1.0.0=a"], { slug: "pets" }),
      item("Pets", ["1.0.0=b"], { slug: "pets-2" }),
    ];
    const copy = item("Pets", ["1.0.0=b"], { slug: "pets" });
    expect(planCopy([first, second], [copy]).map(({ existing }) => existing)).toEqual([undefined, copy]);
  });

  test("is found by its short name and versions where it was renamed", () => {
    const copy = item("Animals", ["1.0.0"], { slug: "pets" });
    expect(planOne(item("Pets", ["1.0.0"], { slug: "pets" }), copy).existing).toBe(copy);
  });

  test.each([
    ["only its short name is the same", item("Animals", ["1.0.0=x"], { slug: "pets" })],
    ["only its files are the same", item("Animals", ["1.0.0"])],
    ["it is of another kind", item("Pets", ["1.0.0"], { kind: "skill", slug: "pets" })],
  ])("is not one where %s", (_name, other) => {
    expect(planOne(item("Pets", ["1.0.0", "2.0.0"], { slug: "pets" }), other).existing).toBeUndefined();
  });

  test("is found before the version that renames a skill", () => {
    const copy = item("old-name", ["1.0.0"], { kind: "skill" });
    const plan = planOne(item("new-name", ["1.0.0", "2.0.0"], { kind: "skill" }), copy);
    expect([plan.existing, numbers(plan)]).toEqual([copy, ["2.0.0"]]);
  });
});

describe("the settings of a server", () => {
  test("are added where the copy lacks them, and others stay", () => {
    const here = item(
      "Pets",
      ["1.0.0"],
      settings({ A: "1", B: "2", C: "3" }, ["KEY", "TOKEN"], ["one.example", "two.example"]),
    );
    const there = item("Pets", ["1.0.0"], settings({ A: "9", D: "4" }, ["C", "KEY"], ["zero.example", "two.example"]));
    const { settings: change, otherValues, secrets } = planOne(here, there);
    expect(change).toEqual({
      values: { B: "2" },
      allowedHosts: ["zero.example", "two.example", "one.example"],
      limits: undefined,
    });
    expect([otherValues, secrets]).toEqual([["A"], ["TOKEN"]]);
  });

  test.each<[string, SetLimits, SetLimits | undefined, LimitsChange | undefined, ItemPlan["leftLimits"]]>([
    ["are all set where the copy has none", all, {}, allChange, undefined],
    ["are set beside the processors that the copy has", { memoryMb: 256 }, { cpus: 2 }, both, undefined],
    ["leave the processors of the copy as they are", { memoryMb: 256, cpus: 1 }, { cpus: 2 }, both, "other"],
    ["leave the replicas of the copy as they are", all, others, idleChange, "other"],
    ["stay where the copy has others", { replicas: 3 }, { replicas: 2 }, undefined, "other"],
    ["are nothing to do where the copy has them", all, all, undefined, undefined],
    ["are left where the service of the copy does not say them", all, undefined, undefined, "notKept"],
    ["that are not set are left out without a word", {}, undefined, undefined, undefined],
  ])("with limits: they %s", (_name, limits, limitsThere, change, left) => {
    const [here, there] = [item("Pets", ["1.0.0"], limited(limits)), item("Pets", ["1.0.0"], limited(limitsThere))];
    const plan = planOne(here, there);
    expect([plan.settings.limits, plan.leftLimits]).toEqual([change, left]);
    expect(isNothingToDo(plan)).toBe(change === undefined);
  });

  test("with limits are set at a new copy, unless its service may not keep them", () => {
    const here = item("Pets", ["1.0.0"], limited(all));
    const plans = [planCopy([here], []), planCopy([here], [], { keepsLimits: false })].flat();
    expect(plans.map((plan) => [plan.settings.limits, plan.leftLimits])).toEqual([
      [allChange, undefined],
      [undefined, "notKept"],
    ]);
  });

  test("that are complete are nothing to do", () => {
    const here = item("Pets", ["1.0.0"], settings({ A: "1" }, [], ["one.example"]));
    expect([isNothingToDo(planOne(here, here)), isNothingToDo(planOne(here, item("Pets", ["1.0.0"])))]).toEqual([
      true,
      false,
    ]);
  });
});

/** A service that takes plans: `steps` of them, each the creation of an item, a version or the settings of one. */
function applyPlans(existing: readonly CopyItem[], plans: readonly ItemPlan[], most: number): readonly CopyItem[] {
  let steps = most;
  const items = [...existing];
  for (const { item: here, existing: copy, refusal, versions, settings: change } of plans) {
    if (refusal) continue;
    let index = copy ? items.indexOf(copy) : -1;
    if (index === -1) {
      if (steps-- <= 0) return items;
      const isTaken = (slug: string) => items.some((one) => one.kind === here.kind && one.slug === slug);
      const slug = [here.name, `${here.name}-2`, `${here.name}-3`].find((one) => !isTaken(one)) ?? "";
      index = items.push({ ...item(here.name, []), kind: here.kind, id: `copy ${items.length}`, slug }) - 1;
    }
    for (const version of versions) {
      if (steps-- <= 0) return items;
      const made = items[index];
      if (made) items[index] = { ...made, versions: [...made.versions, version] };
    }
    const made = items[index];
    if (!made || steps-- <= 0) return items;
    const values = { ...made.settings.values, ...change.values };
    items[index] = { ...made, settings: { ...made.settings, values } };
  }
  return items;
}

test("an interrupted copy goes on where it was, makes nothing twice, and is then complete", () => {
  const versions = fc.uniqueArray(fc.tuple(fc.constantFrom("1.0.0", "1.1.0", "2.0.0"), fc.constantFrom("a", "b")), {
    ...{ selector: ([version]) => version, minLength: 1 },
  });
  const items = fc
    .array(fc.record({ name: fc.constantFrom("pets", "orders"), versions, value: fc.constantFrom("1", "2") }), {
      maxLength: 5,
    })
    .map((all) =>
      all.map(({ name, versions: made, value }, index) => {
        const slug = index === 0 ? name : `${name}-${index}`;
        const texts = made.map(([version, digest]) => `${version}=${index}${digest}`);
        return item(name, texts, { id: `${index}`, slug, ...settings({ A: value }) });
      }),
    );
  fc.assert(
    fc.property(items, fc.array(fc.nat(8), { maxLength: 6 }), (here, interruptions) => {
      let there: readonly CopyItem[] = [];
      for (const steps of [...interruptions, 1000]) there = applyPlans(there, planCopy(here, there), steps);
      const plans = planCopy(here, there);
      expect(plans.every(isNothingToDo)).toBe(true);
      expect(there.length).toBe(here.length);
      for (const { item: own, existing } of plans) expect(existing?.versions).toEqual(own.versions);
    }),
    { numRuns: 300, seed: 19 },
  );
});
