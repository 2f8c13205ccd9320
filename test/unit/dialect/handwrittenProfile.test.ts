import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../support/services/jsonService.ts";

const guide = readFileSync(new URL("../../../media/guide/other-services.md", import.meta.url), "utf8");
const [, example = ""] = /### Write a profile[\s\S]*?```json\n([\s\S]*?)```/.exec(guide) ?? [];
const profile = dialectProfileSchema.parse(JSON.parse(example));

const boxes = [
  { nr: 1, label: { text: "Atlas" } },
  { nr: 2, label: { text: "Beacon" } },
];
const machines = [
  { nr: 7, label: { text: "Weather" }, mood: "humming", box: { nr: 1 } },
  { nr: 8, label: { text: "Tides" }, mood: "asleep", box: { nr: 2 } },
  { nr: 9, label: { text: "Moon" }, mood: "waxing", box: { nr: 2 } },
];

/** A service that is like no preset: see the guide. */
function respond({ method, path, query, headers, text }: JsonServiceRequest): JsonServiceResponse | undefined {
  const isComplete =
    headers["x-depot-key"] === "k1" && headers["x-client"] === "editor" && query.get("edition") === "3";
  if (!isComplete) return { status: 401, body: { trouble: { words: "Who?" } } };
  switch (`${method} ${path.replace("/api/v1/", "")}`) {
    case "GET me":
      return { body: { id: "u1", name: "Ann" } };
    case "GET projects":
      return {
        body: {
          depot: query.get("from") === "b" ? { boxes: boxes.slice(1) } : { boxes: boxes.slice(0, 1), more: "b" },
        },
      };
    case "GET project": {
      const box = boxes.find(({ nr }) => String(nr) === headers["x-box"]);
      return box ? { body: { box } } : { status: 404, body: { trouble: { words: "No such box." } } };
    }
    case "POST projects":
      return { status: 201, body: { box: { nr: 3, label: { text: JSON.parse(text).new.label } } } };
    case "GET servers":
      return { body: { depot: { machines: machines.filter(({ box }) => String(box.nr) === query.get("box")) } } };
    default:
      return undefined;
  }
}

const service = await startJsonService(respond);
let saved = profile;
const client = connectToService({
  baseUrl: service.url,
  key: async () => "k1",
  profileStore: {
    read: () => saved,
    save: (next) => {
      saved = next;
    },
    saveEvidence: () => {},
  },
});

afterAll(async () => {
  await client.close();
  await service[Symbol.asyncDispose]();
});

test("the profile in the guide reads the lists of its service, page by page", async () => {
  const projects: string[][] = [];
  for await (const { id, name } of client.list("projects.list", {})) projects.push([id, name]);
  expect(projects).toEqual([
    ["1", "Atlas"],
    ["2", "Beacon"],
  ]);
});

test("the profile in the guide reads one item, its states and the servers of a project", async () => {
  expect(await client.call("project.get", { id: "2" })).toMatchObject({ id: "2", name: "Beacon" });
  const { items } = await client.call("servers.list", { projectId: "2" });
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ["Tides", "draft"],
    ["Moon", { unknown: "waxing" }],
  ]);
});

test("the profile in the guide creates a project once and reports errors in the service's words", async () => {
  expect(await client.call("projects.create", { name: "Cobalt" })).toMatchObject({ id: "3", name: "Cobalt" });
  const created = service.requests.filter(({ method }) => method === "POST");
  expect(created.map(({ path, text }) => [path, JSON.parse(text)])).toEqual([
    ["/api/v1/projects", { new: { label: "Cobalt" } }],
  ]);
  await expect(client.call("project.get", { id: "5" })).rejects.toThrow("No such box.");
});
