import { expect, test } from "vitest";
import { readAbsenceContext } from "../../../../../src/extension/base/commands/paletteRows.ts";

const list = (...contexts: Parameters<typeof readAbsenceContext>) =>
  Object.entries(readAbsenceContext(...contexts)).flatMap(([name, isAbsent]) => (isAbsent ? [name] : []));

test("a view says of which rows of the palette's commands it has none", () => {
  expect(list("fairlead.servers", ["server.ready.running.agents.code", "server.ready.undeployed.account.new"])).toEqual(
    ["fairlead.lacksStoppedServer"],
  );
  expect(list("fairlead.servers", ["server.ready.stopped.code"])).toEqual([
    "fairlead.lacksStartedServer",
    "fairlead.lacksServerWithAccount",
    "fairlead.lacksServerOfAgents",
  ]);
  expect(list("fairlead.skills", [])).toEqual(["fairlead.lacksInstalledSkill"]);
  expect(list("fairlead.skills", ["addedSkill"])).toEqual([]);
});

test("a view that does not know all of its rows says of none that it is absent", () => {
  expect(list("fairlead.servers", undefined)).toEqual([]);
});
