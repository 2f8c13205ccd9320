import { describe, expect, test } from "vitest";
import {
  findNameHints,
  suggestSettingValues,
} from "../../../../../src/extension/documents/model/settingSuggestions.ts";
import { createSettingValuesCache } from "../../../../../src/extension/documents/model/settingsDocuments.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const variable = (name: string) => ({ name, required: true, secret: true, description: "The key." });
const known = {
  projects: [
    { id: "prj_1", name: "Payments" },
    { id: "prj_2", name: 'The "other"' },
  ],
  variables: [variable("API_KEY"), { ...variable("PORT"), required: false, secret: false }],
};

/** The completions at `|`, and the text after accepting the first one. */
function offered(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = suggestSettingValues(text, offset, known);
  const [first] = found;
  const completed = first ? text.slice(0, first.start) + first.text + text.slice(first.end) : text;
  return { labels: found.map(({ label }) => label), completed };
}

describe("projects", () => {
  test.each([
    ['{ "defaultProjectId": "|" }', '{ "defaultProjectId": "prj_1" }'],
    ['{ "defaultProjectId": |null }', '{ "defaultProjectId": "prj_1" }'],
    ['{ "projectId": "pr|j_2" }', '{ "projectId": "prj_1" }'],
    ['{ "projectId":|  }', '{ "projectId":"prj_1"  }'],
    ['{ "projectId": |\n  "name": "a" }', '{ "projectId": "prj_1"\n  "name": "a" }'],
  ])("are offered by name at %s", (marked, completed) => {
    const found = offered(marked);
    expect([found.labels, found.completed]).toEqual([["Payments", 'The "other"'], completed]);
  });

  test("have their names behind their ids", () => {
    const text = '{\n  "defaultProjectId": "prj_2",\n  "projectId": "prj_none"\n}';
    expect(findNameHints(text, known)).toEqual([{ offset: text.indexOf(","), name: 'The "other"' }]);
  });

  test.each(['{ "name": "|" }', "{ | }", '{ "projectId": "prj_1", | }'])("are not offered at %s", (marked) => {
    expect(offered(marked).labels).toEqual([]);
  });
});

describe("variables of a server", () => {
  test.each([
    ['{ "environment": { | } }', '{ "environment": { "API_KEY": "" } }'],
    ['{ "environment": {\n    "AP|" } }', '{ "environment": {\n    "API_KEY": "" } }'],
    ['{ "environment": { "A": "b",\n    P| } }', '{ "environment": { "A": "b",\n    "API_KEY": "" } }'],
    ['{ "environment": { "A": "b"\n    P| } }', '{ "environment": { "A": "b"\n    "API_KEY": "" } }'],
    ['{ "environment": { "AP| } }', '{ "environment": { "API_KEY": "" } }'],
  ])("are offered for a name: %s", (marked, completed) => {
    expect(offered(marked).completed).toBe(completed);
  });

  test("that exist are not offered again, nor any at values and other fields", () => {
    expect(offered('{ "environment": { "API_KEY": null, | } }').labels).toEqual(["PORT"]);
    expect(offered('{ "environment": { "A": "|" } }').labels).toEqual([]);
    expect(offered('{ "environment": { "A": "b" }, | }').labels).toEqual([]);
  });
});

describe("cached suggestions", () => {
  test("are read from the service once, and are empty if the service does not respond", async () => {
    await using fixture = await createCommandFixture(served);
    const values = createSettingValuesCache();
    const organizationId = served.project.organizationId;
    const subject = { kind: "user", connectionId: "local", organizationId, id: "usr_1" } as const;
    const names = async () => (await values.of(fixture.app, subject)).projects.map(({ name }) => name);
    expect(await names()).toEqual([served.project.name]);
    await served.api.call("projects.create", { name: "Later" });
    expect(await names()).toEqual([served.project.name]);
    values.clear();
    expect(await names()).toContain("Later");
    expect(await values.of(fixture.app, { ...subject, organizationId: "org_none" })).toMatchObject({ projects: [] });
    expect(await values.of(fixture.app, { ...subject, connectionId: "other" })).toMatchObject({ projects: [] });
  });
});
