import { describe, expect, test } from "vitest";
import { askBeforeChanges } from "../../../../../src/extension/profile/commands/askBeforeChanges.ts";
import { tryChanges } from "../../../../../src/extension/profile/commands/tryChanges.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../../support/services/jsonService.ts";

const served = await useServedService();

type Answer = (request: JsonServiceRequest) => JsonServiceResponse | undefined;
type FixtureOptions = Parameters<typeof createOtherServiceFixture>[2];

interface StoredProject {
  readonly uuid: string;
  title: string;
}

/** A service in other words that keeps projects. `override` answers in its place. */
async function createFixture(
  answers: readonly ScriptedAnswer[],
  override: Answer = () => undefined,
  more: FixtureOptions = {},
) {
  const projects: StoredProject[] = [{ uuid: "p-1", title: "Shop" }];
  const serve: Answer = ({ method, path, query, text }) => {
    const { title = "" } = text === "" ? {} : JSON.parse(text);
    if (path === "/api/v1/projects" && method === "GET") return { body: { data: projects } };
    if (path === "/api/v1/projects" && method === "POST") {
      projects.push({ uuid: `p-${projects.length + 1}`, title });
      return { status: 201, body: projects.at(-1) };
    }
    const found = projects.find(({ uuid }) => uuid === query.get("uuid"));
    if (path !== "/api/v1/project" || !found) return undefined;
    if (method === "PATCH") found.title = title;
    return { body: found };
  };
  const answer: Answer = (request) => override(request) ?? serve(request);
  const fixture = await createOtherServiceFixture(served, {}, { ...more, answers, answer, showsChanges: true });
  const outcomes = () => {
    const evidence = fixture.profileStore.evidence();
    return [evidence["projects.create"]?.outcome, evidence["project.update"]?.outcome];
  };
  const changes = () => fixture.service.listRequests().filter((line) => !line.startsWith("GET"));
  return { ...fixture, projects, outcomes, changes, run: () => runCommand(fixture.app, "try", tryChanges, {}) };
}

const failing =
  (method: string, response: JsonServiceResponse): Answer =>
  (request) =>
    request.method === method ? response : undefined;

describe("Try the Changes", () => {
  test("creates and renames a project of its own, after one question that shows the first request", async () => {
    await using fixture = await createFixture(["Fairlead trial", "Try"]);
    await fixture.run();
    expect(fixture.projects).toEqual([
      { uuid: "p-1", title: "Shop" },
      { uuid: "p-2", title: "Fairlead trial (renamed)" },
    ]);
    expect(fixture.changes()).toEqual(["POST /api/v1/projects", "PATCH /api/v1/project"]);
    const { host } = new URL(fixture.service.url);
    expect(fixture.questions.map((text) => text.replaceAll(host, "HOST"))).toEqual([
      "Try the Changes: The name of the project that is created for the trial [Fairlead trial]",
      [
        "Try the changes at HOST?",
        'Fairlead creates the project "Fairlead trial", reads it, renames it to "Fairlead trial (renamed)", and reads it again. The project then stays at HOST, because Fairlead has no operation that archives or deletes a project. Nothing else is changed.',
        "",
        "The first request:",
        "",
        "POST http://HOST/api/v1/projects",
        "accept: application/json",
        "authorization: Bearer [key]",
        "content-type: application/json",
        "",
        "{",
        '  "title": "Fairlead trial"',
        "}",
        "[Try]",
      ].join("\n"),
    ]);
  });

  test("reports each step in a message and in the log, and the report counts what works", async () => {
    await using fixture = await createFixture(["Mine", "Try"]);
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      'info: Tried the changes at Other. Create the project: done. Read it: done. Find it in the list: done. Rename it: done. The project "Mine (renamed)" exists. [Open Project, Show Log]',
    ]);
    expect(fixture.logged.filter((line) => line.includes("Try the Changes"))).toEqual([
      "info Try the Changes, projects.create: done.",
      "info Try the Changes, project.get: done.",
      "info Try the Changes, projects.list: done.",
      "info Try the Changes, project.update: done.",
    ]);
    expect([fixture.outcomes(), fixture.refreshed]).toEqual([["works", "works"], ["fairlead.projects"]]);
  });

  test("proposes a name that no project has, and takes no other", async () => {
    await using fixture = await createFixture(["Shop"]);
    fixture.projects.push({ uuid: "p-2", title: "Fairlead trial" });
    await fixture.run();
    expect(fixture.questions[0]).toContain("[Fairlead trial 2]");
    expect(fixture.logged.join()).toContain("There is a project of this name.");
    expect(fixture.changes()).toEqual([]);
  });

  test.each([
    ["the name", [escapeAnswer]],
    ["the question", ["Mine", escapeAnswer]],
  ] as const)("sends nothing and says nothing after Escape in %s", async (_, answers) => {
    await using fixture = await createFixture(answers);
    await fixture.run();
    expect([fixture.changes(), fixture.shown, fixture.unusedAnswers]).toEqual([[], [], []]);
  });

  test("ends in the service's words if the service refuses the project", async () => {
    const refusal = { status: 403, body: { message: "Ask your admin." } };
    await using fixture = await createFixture(["Mine", "Try"], failing("POST", refusal));
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      'warning: Tried the changes at Other. Create the project: not done. The service said: "Ask your admin." Read it: not tried. Find it in the list: not tried. Rename it: not tried. The trial left nothing at the service. [Show Log]',
    ]);
    expect(fixture.outcomes()).toEqual(["refused", undefined]);
  });

  test("says that the project exists if it cannot be renamed, and opens it", async () => {
    const refusal = { status: 405, body: { message: "Read only." } };
    await using fixture = await createFixture(["Mine", "Try"], failing("PATCH", refusal), {
      actions: ["Open Project"],
    });
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      expect.stringMatching(/Rename it: not done\. The service said: "Read only\." The project "Mine" exists\. \[Open/),
    ]);
    expect(fixture.ranCommands).toEqual(["fairlead.project.open"]);
  });

  test("says that the name did not change if the service ignores the change", async () => {
    await using fixture = await createFixture(
      ["Mine", "Try"],
      failing("PATCH", { body: { uuid: "p-2", title: "Mine" } }),
    );
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      expect.stringMatching(
        /Rename it: not done\. .*still "Mine"\. Check at the service whether it can be changed\. The project "Mine" exists\./,
      ),
    ]);
    expect(fixture.outcomes()).toEqual(["works", "refused"]);
  });

  test("looks for the project if the service fails while it creates it", async () => {
    await using fixture = await createFixture(["Mine", "Try"], failing("POST", { status: 500, body: {} }));
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      expect.stringMatching(/Create the project: unknown\. .* The trial left nothing at the service\./),
    ]);
  });

  test("says what is left if it is cancelled", async () => {
    const cancel = { title: "Trying the changes", message: "Rename it" };
    await using fixture = await createFixture(["Mine", "Try"], undefined, { cancel });
    await fixture.run();
    expect(fixture.readMessages()).toEqual([
      expect.stringMatching(/Rename it: unknown\. It was cancelled\. The project "Mine" exists\. \[Open Project/),
    ]);
    expect(fixture.changes()).toEqual(["POST /api/v1/projects"]);
  });

  test("says nothing if it is cancelled before anything was sent", async () => {
    await using fixture = await createFixture(["Mine"], undefined, { cancel: { title: "Trying the changes" } });
    await fixture.run();
    expect([fixture.changes(), fixture.shown]).toEqual([[], []]);
  });

  test("asks its question also where changes are sent without asking", async () => {
    await using fixture = await createFixture(["Mine", escapeAnswer]);
    await fixture.profileStore.setAsksBeforeChanges(false);
    await fixture.run();
    expect([fixture.changes(), fixture.unusedAnswers]).toEqual([[], []]);
  });

  test("has nothing to try at the local service", async () => {
    await using fixture = await createCommandFixture(served);
    await runCommand(fixture.app, "try", tryChanges, {});
    expect(fixture.messages.shown).toEqual([
      "info: Local service implements Fairlead's API, so its changes need no trial.",
    ]);
  });
});

describe("Ask Before Changes Again", () => {
  test("takes back that all changes are sent without a question", async () => {
    await using fixture = await createFixture([]);
    await fixture.profileStore.setAsksBeforeChanges(false);
    await runCommand(fixture.app, "ask", askBeforeChanges, {});
    expect(fixture.profileStore.asksBeforeChanges()).toBe(true);
    expect(fixture.readMessages()).toEqual([
      "info: Fairlead asks before it sends Other a change of a kind that has not worked there yet.",
    ]);
  });

  test("says that the local service needs no question", async () => {
    await using fixture = await createCommandFixture(served);
    await runCommand(fixture.app, "ask", askBeforeChanges, {});
    expect(fixture.messages.shown).toEqual([
      "info: Local service implements Fairlead's API, so no change needs a question.",
    ]);
  });
});
