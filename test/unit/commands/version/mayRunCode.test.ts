import { afterAll, beforeAll, expect, test } from "vitest";
import { isNewCode, mayRunCode } from "../../../../src/commands/version/mayRunCode.ts";
import type { App } from "../../../../src/core/app.ts";
import { commandBench } from "../../../support/commandBench.ts";
import { startServedService } from "../../../support/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const trim = { owner: "file:///skills/trim", called: "trim", programs: ["scripts/trim.mjs"] };
const question = "Run the code of trim on this machine?";
/** The same connections, with another one as the active one. */
const at = (app: App, baseUrl: string): App => {
  const active = { value: () => ({ id: "other", name: "Other", kind: "remote", baseUrl }) };
  return { ...app, connections: Object.create(app.connections, { active }) };
};

test("is asked once for what one has, also by another window of the folder", async () => {
  await using bench = await commandBench(served, { answers: [true] });
  expect(await mayRunCode(bench.app, [trim])).toBe(true);
  expect(await mayRunCode(bench.app, [trim])).toBe(true);
  await using again = await commandBench(served, { memory: bench.memory });
  expect(await mayRunCode(again.app, [trim])).toBe(true);
  expect([bench.prompts.asked, again.prompts.asked]).toEqual([[question], []]);
});

test("is asked again where a program is new, and for another owner of the same programs", async () => {
  await using bench = await commandBench(served, { answers: [true, true, true] });
  await mayRunCode(bench.app, [trim]);
  const grown = { ...trim, programs: [...trim.programs, "scripts/more.mjs"] };
  await mayRunCode(bench.app, [grown]);
  await mayRunCode(bench.app, [grown, { ...trim, owner: "file:///skills/other", called: "other" }]);
  expect(bench.prompts.asked).toEqual([question, question, "Run the code of other on this machine?"]);
});

test("that is refused runs nothing, and is asked again", async () => {
  await using bench = await commandBench(served, { answers: [false, false] });
  expect([await mayRunCode(bench.app, [trim]), await mayRunCode(bench.app, [trim])]).toEqual([false, false]);
});

test("says what will run, and what nothing keeps it from", async () => {
  await using bench = await commandBench(served);
  const details: string[] = [];
  const confirm: App["prompts"]["confirm"] = async ({ detail }) => details.push(detail) > 0;
  const many = { owner: "srv_1", called: "Days 0.1.0", programs: ["a.mjs", "b.mjs", "c.mjs", "d.mjs", "e.mjs"] };
  await mayRunCode({ ...bench.app, prompts: { ...bench.app.prompts, confirm } }, [trim, many]);
  expect(details).toEqual([
    "trim: scripts/trim.mjs\nDays 0.1.0: a.mjs, b.mjs, c.mjs and 2 more\n\nFairlead's own service lets code read its own files only and start nothing; the network, local ports included, is not limited. You are asked again when there are other programs.",
  ]);
});

test("is not asked where nothing runs, or where it runs at a service elsewhere", async () => {
  await using bench = await commandBench(served);
  expect(await mayRunCode(bench.app, [{ ...trim, programs: [] }])).toBe(true);
  expect(await mayRunCode(at(bench.app, "https://fairlead.example.com"), [trim])).toBe(true);
});

test("is not asked of who only saves a file: nothing runs, and that is said once", async () => {
  await using bench = await commandBench(served, { answers: [true] });
  expect([isNewCode(bench.app, [trim]), isNewCode(bench.app, [trim])]).toEqual([true, true]);
  expect(bench.messages.shown).toEqual([
    "info: The code of trim runs on save once you have agreed to run it: run its tests. [Run Tests]",
  ]);
  await mayRunCode(bench.app, [trim]);
  expect(isNewCode(bench.app, [trim])).toBe(false);
});
