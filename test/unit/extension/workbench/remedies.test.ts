import { describe, expect, test } from "vitest";
import { dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import type { CommandHandler } from "../../../../src/extension/base/editorServices.ts";
import type { App } from "../../../../src/extension/workbench/app.ts";
import { runCommand } from "../../../../src/extension/workbench/runCommand.ts";
import { createOtherServiceFixture } from "../../../support/editor/otherServiceFixture.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const wanting = {
  error: { code: "invalid", message: "Invalid body", errors: [{ field: "region", message: "is required" }] },
};

const createFixture = (actions: readonly string[] = []) => {
  const projects = [{ id: "p-1", name: "Shop" }];
  return createOtherServiceFixture(
    served,
    { projects },
    {
      actions,
      answer: ({ method, path, text }) => {
        if (path.endsWith("/api-keys")) return { status: 403, body: { error: "Admins only" } };
        if (method !== "POST" || !path.endsWith("/projects")) return undefined;
        if (text.includes("Taken")) return { status: 409, body: { error: "Rename the other one first" } };
        if (text.includes("Form")) return { status: 415, body: { error: "Send a form" } };
        if (text.includes("Lost")) return { status: 201, body: { done: true } };
        if (!text.includes("eu-1")) return { status: 422, body: wanting };
        projects.push({ id: "p-2", name: "New" });
        return { status: 201, body: projects[1] };
      },
    },
  );
};

type World = Awaited<ReturnType<typeof createFixture>>;
const failing = (fixture: World, command: CommandHandler<App>) => runCommand(fixture.app, "fairlead.test", command, {});
const createProject =
  (fixture: World): CommandHandler<App> =>
  async () => {
    await fixture.client.call("projects.create", { name: "New" });
  };

describe("a command that fails", () => {
  test("where a retry would not help offers none", async () => {
    await using fixture = await createFixture();
    await failing(fixture, async () => void (await fixture.client.call("organization.members", {})));
    await failing(fixture, async () => void (await fixture.client.call("apiKeys.list", {})));
    await failing(fixture, async () => void (await fixture.client.call("projects.create", { name: "Lost" })));
    await failing(fixture, async () => void (await fixture.client.call("projects.create", { name: "Form" })));
    await failing(fixture, async () => void (await fixture.client.call("projects.create", { name: "Taken" })));
    expect(fixture.readMessages()).toEqual([
      "warning: Could not list organization members at HOST: this service does not offer it. [Show Report]",
      expect.stringMatching(/^error: .*Admins only.* \[Open Guide, Show Log\]$/),
      expect.stringMatching(/ \[Show Log\]$/),
      expect.stringMatching(/Send a form.* \[Open Service Profile, Show Log\]$/),
      expect.stringMatching(/Rename the other one first.* \[Open Guide, Show Log\]$/),
    ]);
  });

  test("because its connection ended says so, and one that its user cancelled says nothing", async () => {
    await using fixture = await createFixture();
    const signal = AbortSignal.abort();
    await failing(fixture, async () => void (await fixture.client.call("projects.list", {}, { signal })));
    expect(fixture.readMessages()).toEqual([]);
    await failing(fixture, async () => {
      await fixture.app.connections.signOut(fixture.session.connection);
      await fixture.client.call("projects.list", {});
    });
    expect(fixture.readMessages()).toEqual([
      "warning: Could not list projects at HOST: cancelled. The connection ended before this was done. See how far it got, then start it again.",
    ]);
  });

  test("about unknown required fields offers to edit the request, which is sent as written once the profile is saved, not before", async () => {
    await using fixture = await createFixture(["Edit Request..."]);
    await failing(fixture, createProject(fixture));
    expect(fixture.readMessages()[0]).toMatch(/ \[Edit Request\.\.\., Show Log\]$/);
    await expect.poll(() => fixture.readMessages()).toHaveLength(2);
    const draft = dialectProfileSchema.parse(JSON.parse(fixture.documents.texts.get(fixture.uri) ?? ""));
    expect(draft.operations["projects.create"]?.body).toEqual({
      name: "{{name}}",
      description: "{{description}}",
      region: "",
    });
    const line = (fixture.documents.texts.get(fixture.uri) ?? "")
      .split("\n")
      .findIndex((text) => text.includes('"region"'));
    expect(fixture.documents.shown).toEqual([`${fixture.uri} at line ${line}`]);
    expect(fixture.readMessages()[1]).toBe(
      "info: Write what Other wants of projects.create, save, then run the command again.",
    );
    expect(fixture.profileStore.read().operations["projects.create"]?.body).toBeUndefined();
    const document = await fixture.open();
    document.type((fixture.documents.texts.get(fixture.uri) ?? "").replace('"region": ""', '"region": "eu-1"'));
    await document.save();
    await failing(fixture, createProject(fixture));
    const sent = fixture.service.requests.filter(({ method }) => method === "POST").at(-1);
    expect(JSON.parse(sent?.text ?? "")).toMatchObject({ name: "New", region: "eu-1" });
    expect(fixture.readMessages().slice(2)).toEqual([]);
  });
});
