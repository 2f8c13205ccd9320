import { expect, test } from "vitest";
import {
  readRepeatedCase,
  readSkillCases,
  repeatModelCases,
  selectCases,
} from "../../../src/testcases/readSkillCases.ts";
import { createSkillFiles } from "../../support/skills/skillFolder.ts";

const cases = readSkillCases(
  createSkillFiles({
    "evals/evals.json": JSON.stringify({ evals: [{ id: 1, name: "Says hello", prompt: "Hello", checks: ["Hi"] }] }),
    "evals/eval_queries.json": JSON.stringify([{ query: "Say hello", should_trigger: true }]),
  }),
);

test("the cases of a model are listed once for each try, and each try is selected by its id or its case", () => {
  const tries = repeatModelCases(cases, 2);
  const ids = (wanted: readonly string[]) => selectCases(tries, wanted).map(({ id }) => id);
  expect(ids(["trigger", "eval"])).toHaveLength(4);
  expect(ids(["eval:1"])).toEqual(["eval:1:try-1", "eval:1:try-2"]);
  expect(ids(["eval:1:try-2", "specification"])).toEqual(["specification", "eval:1:try-2"]);
  expect(repeatModelCases(cases, 1)).toEqual(cases);
});

test("a try names its case", () => {
  const [first] = selectCases(repeatModelCases(cases, 2), ["eval"]);
  expect(first?.name).toBe("Says hello (1 of 2)");
  expect(first && readRepeatedCase(first)).toEqual({ id: "eval:1", name: "Says hello" });
  expect(readRepeatedCase({ id: "links", name: "Links" })).toEqual({ id: "links", name: "Links" });
});
