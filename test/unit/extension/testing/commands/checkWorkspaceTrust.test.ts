import { describe, expect, test } from "vitest";
import { checkWorkspaceTrust } from "../../../../../src/extension/testing/commands/checkWorkspaceTrust.ts";
import type { TestRequest, TestSubject } from "../../../../../src/extension/testing/model/testSubject.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const server = await createTinyServer(served, "Tiny", "healthy");

const orderOf = (subject: TestSubject): TestRequest => ({ subject, cases: undefined });
const caseFile = "file:///project/fairlead.tests.yaml";
const skill = { kind: "skill", name: "greeter", skill: undefined } as const;

describe("tests in an untrusted workspace", () => {
  test.each<[string, () => TestSubject]>([
    ["a case file", () => ({ kind: "server", server, caseFile })],
    ["a skill's folder", () => ({ ...skill, folder: "file:///project/greeter" })],
  ])("that send %s do not run, and the message offers to manage trust", async (_what, subject) => {
    await using fixture = await createCommandFixture(served, { actions: ["Manage Trust"] });
    expect(await checkWorkspaceTrust(fixture.app, [orderOf(subject())], false)).toBe(false);
    expect(fixture.messages.shown[0]).toContain("This workspace is not trusted");
    expect(fixture.ranCommands).toEqual(["workbench.trust.manage"]);
  });

  test("run if they send nothing of the workspace, and always run in a trusted workspace", async () => {
    await using fixture = await createCommandFixture(served);
    const hosted = orderOf({ kind: "server", server, caseFile: undefined });
    expect(await checkWorkspaceTrust(fixture.app, [hosted, orderOf({ ...skill, folder: undefined })], false)).toBe(
      true,
    );
    expect(await checkWorkspaceTrust(fixture.app, [orderOf({ kind: "server", server, caseFile })], true)).toBe(true);
    expect(fixture.messages.shown).toEqual([]);
  });
});
