import { describe, expect, test } from "vitest";
import type { OperationProfile } from "../../../../src/contract/dialectProfile.ts";
import { type DialectRequest, notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const project = { id: "a", name: "Atlas", created_at: "2025-06-01T00:00:00Z" };
/** The clock of the tests is at the start of 2026. */
const made = { id: "c", name: "New", created_at: "2026-01-01T00:00:00Z" };

/** A service with one project, which answers a change with what it made, and a profile for one operation. */
const start = (operations: Readonly<Record<string, OperationProfile>>, answer: object = made) =>
  startDialectService(
    ({ method, path }) => {
      if (method !== "GET") return { status: 201, body: answer };
      return path === "projects" ? { body: { projects: [project] } } : notFoundResponse;
    },
    { version: 2, dialect: "other", operations },
  );
const bodiesOf = (asked: readonly DialectRequest[]) =>
  asked.flatMap(({ method, body }) => (method === "GET" ? [] : body));

describe("the body that the profile says", () => {
  test("has the values, without what holds absent values only", async () => {
    const about = [{ type: "text", text: "{{description}}" }];
    const input = { title: "{{name}}", note: "by {{name}}", about, keep: [] };
    const body = { input, other: { type: "text", of: "{{description}}" } };
    const { client, asked } = await start({ "projects.create": { body } });
    await client.call("projects.create", { name: "New" });
    expect(bodiesOf(asked)).toEqual([{ input: { title: "New", note: "by New", keep: [] } }]);
  });

  test("has parts of inputs", async () => {
    const body = { agent: "{{target.agent}}", v: "{{version}}" };
    const { client, asked } = await start({ "skill.install": { body } }, { id: "i", version: "1.0.0" });
    const target = { scope: "workspace", agent: "claude", path: ".claude/skills/k", machine: "m" } as const;
    await client.call("skill.install", { id: "k", version: "1.0.0", target }).catch(() => {});
    expect(bodiesOf(asked)).toEqual([{ agent: "claude", v: "1.0.0" }]);
  });

  test("has the parts of an object as fields of their own where the profile names one of them", async () => {
    const params = { "target.agent": "client", "target.machine": null };
    const { client, asked } = await start({ "skill.install": { params } }, { id: "i", version: "1.0.0" });
    const target = { scope: "workspace", agent: "claude", path: ".claude/skills/k", machine: "m" } as const;
    await client.call("skill.install", { id: "k", target }).catch(() => {});
    expect(bodiesOf(asked)).toEqual([{ scope: "workspace", client: "claude", path: ".claude/skills/k" }]);
  });

  test("has a list or an object as it is, or as a text of JSON", async () => {
    const body = { a: "{{target}}", b: "{{target|json}}", c: "for {{target|json}}", d: "{{version|json}}" };
    const { client, asked } = await start({ "skill.install": { body } }, { id: "i", version: "1.0.0" });
    const target = { scope: "workspace", agent: "claude", path: ".claude/skills/k", machine: "m" } as const;
    await client.call("skill.install", { id: "k", version: "1.0.0", target }).catch(() => {});
    const json = JSON.stringify(target);
    expect(bodiesOf(asked)).toEqual([{ a: target, b: json, c: `for ${json}`, d: '"1.0.0"' }]);
  });

  test("has no text of what is absent", async () => {
    const { client, asked } = await start({
      "projects.create": { body: { title: "{{name}}", about: "{{description|json}}", more: "about {{description}}" } },
    });
    await client.call("projects.create", { name: "New" });
    expect(bodiesOf(asked)).toEqual([{ title: "New" }]);
  });

  test.each<[string, OperationProfile]>([
    ["a text of the body", { body: { a: ["x {{target}}"], agent: "{{target.agent}}", v: "{{version}}" } }],
    ["the value of a parameter", { params: { target: { name: "where", value: "at {value}" } } }],
  ])("is not sent with a list or an object inside %s", async (_what, lines) => {
    const { client, asked } = await start({ "skill.install": lines });
    const target = { scope: "workspace", agent: "claude", path: ".claude/skills/k", machine: "m" } as const;
    await expect(client.call("skill.install", { id: "k", version: "1.0.0", target })).rejects.toThrow(
      /^Could not .+: the service profile puts "target", which is a list or an object, inside a text, so nothing was sent\. Write "\{\{target\}\}" alone in the body, or "\{\{target\|json\}\}"/,
    );
    expect(bodiesOf(asked)).toEqual([]);
  });

  test("has the values of parameters as the profile writes them", async () => {
    const { client, asked } = await start({
      "projects.create": { params: { name: { name: "title", value: "the {value}" } } },
    });
    await client.call("projects.create", { name: "New" });
    expect(bodiesOf(asked)).toEqual([{ title: "the New" }]);
  });

  test.each<[string, OperationProfile]>([
    ["it has no place for what is changed", { body: { title: "{{name}}" }, compare: ["name"] }],
    ["the profile says that the service does not have it", { params: { description: null } }],
  ])("is not sent if %s", async (_what, lines) => {
    const { client, asked } = await start({ "project.update": lines });
    const changed = client.call("project.update", { id: "a", description: "Other" });
    await expect(changed).rejects.toThrow('no place for "description", so nothing was sent');
    expect(bodiesOf(asked)).toEqual([]);
  });
});
