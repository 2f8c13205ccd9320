import { expect, test } from "vitest";
import { openServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { openCaseFileServers } from "../../../../../src/extension/testing/model/caseFiles.ts";
import { findCaseLocation } from "../../../../../src/extension/testing/model/findCaseLocation.ts";
import { openTestRunHistory } from "../../../../../src/extension/testing/model/testMemory.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const entry = (runId: string, more: object = {}) => ({
  ...({ connectionId: "local", kind: "skill", ownerId: "skl_1", runId, isOpen: true, isKept: false } as const),
  ...more,
});

test("the newest 20 runs are saved once each, oldest first", async () => {
  const runs = openTestRunHistory(createMapMemory());
  for (let number = 0; number < 30; number += 1) await runs.save(entry(`run_${number}`));
  await runs.save(entry("run_29", { isOpen: false }));
  const saved = runs.of("local");
  expect([saved.length, saved[0]?.runId, saved.at(-1)]).toEqual([20, "run_10", entry("run_29", { isOpen: false })]);
  expect(runs.of("another")).toEqual([]);
});

test("invalid stored data is ignored", async () => {
  const memory = createMapMemory();
  await memory.write("workspace", "testRuns", [{ odd: true }]);
  expect(openTestRunHistory(memory).of("local")).toEqual([]);
});

test("a case file belongs to the server of a folder around it unless it is assigned to another", async () => {
  const memory = createMapMemory();
  await openServerLinks(memory, "local").saveFolder("file:///w/pets", "srv_1");
  const known = openCaseFileServers(memory, "local");
  expect(known.serverOf("file:///w/pets/fairlead.tests.yaml")).toBe("srv_1");
  expect(known.serverOf("file:///w/pets/test/fairlead.tests.yaml")).toBe("srv_1");
  expect(known.serverOf("file:///w/petshop/fairlead.tests.yaml")).toBeUndefined();
  await known.save("file:///w/pets/fairlead.tests.yaml", "srv_2");
  expect(known.serverOf("file:///w/pets/fairlead.tests.yaml")).toBe("srv_2");
  expect(openCaseFileServers(memory, "other").serverOf("file:///w/pets/fairlead.tests.yaml")).toBeUndefined();
});

test("a case is located in the folder, otherwise in the tested version", () => {
  const folder = "file:///w/greeter";
  const location = { path: "evals/a b.json", line: 3 };
  expect(findCaseLocation({ kind: "skill", name: "greeter", folder, skill: undefined }, location, null)).toEqual({
    uri: "file:///w/greeter/evals/a%20b.json",
    line: 3,
  });
  expect(
    findCaseLocation({ kind: "skill", name: "greeter", folder: undefined, skill: undefined }, location, null),
  ).toBeUndefined();
});
