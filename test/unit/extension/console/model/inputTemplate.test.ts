import { expect, test } from "vitest";
import { operationInputSchema } from "../../../../../src/contract/operationInputSchema.ts";
import { operationTable } from "../../../../../src/contract/operations.ts";
import { createInputTemplate, formatInput } from "../../../../../src/extension/console/model/inputTemplate.ts";
import { operationAreas } from "../../../../../src/extension/console/model/operationAreas.ts";

const nothing = { given: {}, values: {} };

test("the areas contain each operation of the table once, in its order", () => {
  expect(operationAreas.flatMap(({ names }) => names)).toEqual(Object.keys(operationTable));
});

test("required fields are present and empty, and no others", () => {
  expect(createInputTemplate("projects.create", nothing)).toEqual({ name: "" });
  expect(createInputTemplate("servers.list", nothing)).toEqual({});
  expect(createInputTemplate("skill.install", nothing)).toEqual({
    id: "",
    target: { scope: "workspace", agent: "", path: "", machine: "" },
  });
  expect(createInputTemplate("skills.create", nothing)).toEqual({ projectId: "", files: [{ path: "", content: "" }] });
});

test("known values are in required fields, and in filters of reading operations", () => {
  const known = { given: {}, values: { projectId: "prj_1", machine: "laptop" } };
  expect(createInputTemplate("servers.create", known)).toEqual({ projectId: "prj_1", name: "" });
  expect(createInputTemplate("servers.list", known)).toEqual({ projectId: "prj_1" });
  expect(createInputTemplate("skill.install", known)).toMatchObject({ target: { machine: "laptop" } });
});

test("the template of a change has required fields only", () => {
  const known = { given: { id: "skl_1" }, values: { projectId: "prj_1" } };
  expect(createInputTemplate("skill.update", known)).toEqual({ id: "skl_1" });
});

test("values of the clicked item are present, required or not", () => {
  expect(createInputTemplate("server.deploy", { given: { id: "srv_1", version: "1.0.0" }, values: {} })).toEqual({
    id: "srv_1",
    version: "1.0.0",
  });
});

test("client credentials have a field each", () => {
  expect(createInputTemplate("runtime.oauthToken", nothing)).toEqual({
    ...{ grant_type: "client_credentials", resource: "", client_id: "", client_secret: "" },
  });
});

test("every template contains only fields of its operation", () => {
  for (const { names } of operationAreas) {
    for (const name of names) {
      const { error } = operationInputSchema(name).safeParse(createInputTemplate(name, nothing));
      expect(error?.issues.filter(({ code }) => code === "unrecognized_keys") ?? []).toEqual([]);
    }
  }
});

test("an empty input has an empty line", () => {
  expect(formatInput({})).toBe("{\n}\n");
  expect(formatInput({ id: "a" })).toBe('{\n  "id": "a"\n}\n');
});
