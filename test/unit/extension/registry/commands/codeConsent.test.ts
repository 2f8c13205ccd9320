import { expect, test } from "vitest";
import {
  confirmRunCode,
  type RunnableCode,
  readVersionCode,
  unknownCode,
} from "../../../../../src/extension/registry/commands/codeConsent.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { unconfinedNotice } from "../../../../support/service/noSandbox.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const file = (path: string, text = path) => ({ path, bytes: Buffer.from(text) });
const code = (called: string, programs: readonly string[], text?: string): RunnableCode => {
  const files = programs.map((path) => file(path, text));
  return { owner: `file:///skills/${called}`, called, programs, files, folder: undefined };
};
const trim = code("trim", ["scripts/trim.mjs"]);
const question = "Run the code of trim on this machine?";
/** The same connections with another active one. */
const at = (app: App, baseUrl: string): App => {
  const active = { value: () => ({ id: "other", name: "Other", kind: "remote", baseUrl }) };
  return { ...app, connections: Object.create(app.connections, { active }) };
};

test("consent is requested once, even across windows of the same folder", async () => {
  await using fixture = await createCommandFixture(served, { answers: [true] });
  expect(await confirmRunCode(fixture.app, [trim])).toBe(true);
  expect(await confirmRunCode(fixture.app, [trim])).toBe(true);
  await using again = await createCommandFixture(served, { memory: fixture.memory });
  expect(await confirmRunCode(again.app, [trim])).toBe(true);
  expect([fixture.prompts.questions, again.prompts.questions]).toEqual([[question], []]);
});

test("a refused consent runs nothing, and is requested again", async () => {
  await using fixture = await createCommandFixture(served, { answers: [false, false] });
  expect([await confirmRunCode(fixture.app, [trim]), await confirmRunCode(fixture.app, [trim])]).toEqual([
    false,
    false,
  ]);
});

test("the question lists the programs and the limits of their confinement", async () => {
  await using fixture = await createCommandFixture(served, { answers: [true] });
  await fixture.app.client();
  const many = code("Days 0.1.0", ["a.mjs", "b.mjs", "c.mjs", "d.mjs", "e.mjs"]);
  await confirmRunCode(fixture.app, [trim, many]);
  expect(fixture.prompts.details).toEqual([
    `trim: scripts/trim.mjs\nDays 0.1.0: a.mjs, b.mjs, c.mjs and 2 more\n\n${unconfinedNotice}`,
  ]);
});

test("the question names no machine for code that runs elsewhere, and says where it runs", async () => {
  await using fixture = await createCommandFixture(served, { answers: [false] });
  await fixture.app.client();
  const all = [
    { ...trim, runsOn: "process" as const },
    { ...code("Days", ["a.mjs"]), runsOn: "container" as const },
  ];
  await confirmRunCode(fixture.app, all);
  const { questions, details } = fixture.prompts;
  expect(questions).toEqual(["Run the code of trim and Days?"]);
  expect(details[0]).toContain(unconfinedNotice);
  expect(details[0]).toContain("\n\nIt runs in a container, not as a process of this machine.");
});

test("no consent is requested if nothing runs or if it runs at a remote service", async () => {
  await using fixture = await createCommandFixture(served);
  expect(await confirmRunCode(fixture.app, [{ ...trim, programs: [] }])).toBe(true);
  expect(await confirmRunCode(at(fixture.app, "https://fairlead.example.com"), [trim])).toBe(true);
});

test("consent at one connection does not apply to other code of the same server id at another", async () => {
  await using fixture = await createCommandFixture(served, { answers: [true, true] });
  const scoped = (scope: string): App => {
    const connections = {
      scope: { value: () => scope },
      active: { value: () => fixture.app.connections.active() },
      session: { value: () => fixture.app.connections.session() },
    };
    return { ...fixture.app, connections: Object.create(fixture.app.connections, connections) };
  };
  // Another loopback service may use the same id for another server.
  const server = (scope: string) => ({ ...code("Days", ["server.mjs"], scope), owner: "7" });
  for (const scope of ["one", "other", "one", "other"]) await confirmRunCode(scoped(scope), [server(scope)]);
  expect(fixture.prompts.questions).toHaveLength(2);
});

test("a question for many programs names the first ones and counts the others", async () => {
  await using fixture = await createCommandFixture(served, { answers: [false] });
  const all = Array.from({ length: 100 }, (_, index) => code(`S${index}`, ["a.mjs"]));
  await confirmRunCode(fixture.app, all);
  const { questions, details } = fixture.prompts;
  expect(questions).toEqual(["Run the code of S0, S1, S2 and 97 more on this machine?"]);
  expect(details[0]?.split("\n").slice(11, 15)).toEqual(["S11: a.mjs", "and 88 more", "", expect.any(String)]);
});

test("consent is requested each time if the files cannot be read", async () => {
  await using fixture = await createCommandFixture(served, { answers: [true, true] });
  const unreadable = await readVersionCode(fixture.app, served.api, { artifactId: "art_none" }, "1.0.0");
  expect(unreadable).toEqual(await readVersionCode(fixture.app, served.api, { artifactId: null }, "1.0.0"));
  expect(unreadable).toEqual(unknownCode);
  for (let times = 0; times < 2; times += 1)
    expect(await confirmRunCode(fixture.app, [{ ...trim, ...unreadable }])).toBe(true);
  expect(fixture.prompts.questions).toEqual([question, question]);
});
