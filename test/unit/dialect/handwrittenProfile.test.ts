import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operationNames } from "../../../src/contract/operationNames.ts";
import type { Fields } from "../../../src/contract/profile/shape.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { findOperationFacts } from "../../../src/dialect/vocabulary/operationFacts.ts";
import { checkProfile } from "../../../src/extension/profile/model/checkProfile.ts";
import { listContractStates } from "../../../src/extension/profile/model/contractStates.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  type JsonServiceRequest,
  type JsonServiceResponse,
  startJsonService,
} from "../../support/services/jsonService.ts";

const guide = readFileSync(new URL("../../../media/guide/other-services.md", import.meta.url), "utf8");
const [, section = ""] = guide.split("### Write a profile");
const [nested = "", forms = ""] = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text);

/** Starts a service, and a client that knows it by a document of the guide. */
async function start(text: string, respond: (request: JsonServiceRequest) => JsonServiceResponse | undefined) {
  const checked = checkProfile(text);
  if (checked.kind === "problems") throw new Error(JSON.stringify(checked.problems));
  const { profile } = checked;
  const service = await startJsonService(respond);
  const client = connectToService({
    baseUrl: service.url,
    key: async () => "k1",
    profileStore: { read: () => profile, save: () => {}, saveEvidence: () => {} },
  });
  closeAfterTest({ close: async () => service[Symbol.asyncDispose]() });
  closeAfterTest(client);
  return { client, changes: () => service.requests.filter(({ method }) => method !== "GET") };
}

async function listNames(client: Awaited<ReturnType<typeof start>>["client"]) {
  const projects: string[][] = [];
  for await (const { id, name } of client.list("projects.list", {})) projects.push([id, name]);
  return projects;
}

describe("the profile in the guide for nested items", () => {
  const box = (uid: string, title: string) => ({ meta: { uid }, spec: { title } });
  const boxes = [box("b1", "Atlas"), box("b2", "Beacon")];
  const machine = (uid: string, title: string, ref: string, state: object) => {
    const links = [
      { rel: "self", ref: uid },
      { rel: "box", ref },
    ];
    return { ...box(uid, title), links, state };
  };
  const machines = [
    machine("m1", "Weather", "b1", { phase: "done", result: "fine" }),
    machine("m2", "Tides", "b2", { phase: "working" }),
    machine("m3", "Moon", "b2", { phase: "done", result: "late" }),
    machine("m4", "Stars", "b2", { phase: "done", result: "odd" }),
  ];

  function respond({ method, path, query, headers, text }: JsonServiceRequest): JsonServiceResponse | undefined {
    const isComplete =
      headers["x-depot-key"] === "k1" && headers["x-client"] === "editor" && query.get("edition") === "3";
    if (!isComplete) return { status: 401, body: { trouble: { words: "Who?", kind: "unknown" } } };
    const [, id] = /^\/api\/v1\/projects\/(\w+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const found = boxes.find(({ meta }) => meta.uid === id);
      if (!found) return { status: 404, body: { trouble: { words: "No such box.", kind: "absent" } } };
      return { body: { box: found } };
    }
    switch (`${method} ${path.replace("/api/v1/", "")}`) {
      case "GET projects":
        return {
          body: {
            depot: query.get("from") === "b" ? { boxes: boxes.slice(1) } : { boxes: boxes.slice(0, 1), more: "b" },
          },
        };
      case "POST projects":
        return { status: 201, body: { box: box("b3", JSON.parse(text).new.spec.title) } };
      case "GET servers": {
        const ofBox = machines.filter(({ links }) => links[1]?.ref === query.get("box"));
        return { body: { depot: { machines: ofBox.slice(0, Number(query.get("count"))) } } };
      }
      default:
        return undefined;
    }
  }

  test("reads lists page by page, one item, the servers of a project and their states", async () => {
    const { client } = await start(nested, respond);
    expect(await listNames(client)).toEqual([
      ["b1", "Atlas"],
      ["b2", "Beacon"],
    ]);
    expect(await client.call("project.get", { id: "b2" })).toMatchObject({ id: "b2", name: "Beacon" });
    const { items } = await client.call("servers.list", { projectId: "b2" });
    expect(items.map(({ name, projectId, status }) => [name, projectId, status])).toEqual([
      ["Tides", "b2", "generating"],
      ["Moon", "b2", "failed"],
      ["Stars", "b2", { unknown: "done: odd" }],
    ]);
  });

  test("creates a project once and reports errors in the service's words", async () => {
    const { client, changes } = await start(nested, respond);
    expect(await client.call("projects.create", { name: "Cobalt" })).toMatchObject({ id: "b3", name: "Cobalt" });
    expect(changes().map(({ path, text }) => [path, JSON.parse(text)])).toEqual([
      ["/api/v1/projects", { new: { spec: { title: "Cobalt" } } }],
    ]);
    const failure = expect(client.call("project.get", { id: "b5" })).rejects;
    await failure.toMatchObject({ message: expect.stringContaining("No such box."), code: "absent" });
  });
});

describe("the profile in the guide for forms", () => {
  /** A service with 30 projects in pages of 20. It takes each change once, and stores labels only. */
  function serve() {
    const projects = Array.from({ length: 30 }, (_, index) => ({
      project_no: index + 1,
      label: `Project ${index + 1}`,
    }));
    const servers = [1, 2, 2].map((project_no, index) => ({
      machine_no: index + 1,
      label: `Server ${index + 1}`,
      project_no,
    }));
    const seen = new Map<string, object>();
    const change = ({ method, query, headers, text }: JsonServiceRequest): JsonServiceResponse => {
      const key = String(headers["idempotency-key"]);
      const known = seen.get(key);
      if (known) return { body: [known] };
      const label = new URLSearchParams(text).get("label");
      if (label === "taken") {
        const fields = [{ column: "label", hint: "It is taken." }];
        return { status: 409, body: { message: "Nothing was stored.", fields } };
      }
      const no = method === "POST" ? 31 : Number(/^eq\.(\d+)$/.exec(query.get("project_no") ?? "")?.[1]);
      const changed = { project_no: no, label, about: null };
      seen.set(key, changed);
      return { body: [changed] };
    };
    return (request: JsonServiceRequest): JsonServiceResponse | undefined => {
      const { method, path, query, headers } = request;
      if (headers.authorization !== "Token k1") return { status: 401, body: { message: "Who?" } };
      if (method !== "GET")
        return headers["content-type"] === "application/x-www-form-urlencoded"
          ? change(request)
          : { status: 415, body: { message: "Send a form." } };
      if (path === "/api/v1/project")
        return { body: projects.filter(({ project_no: no }) => query.get("project_no") === `eq.${no}`) };
      const all: readonly object[] = path === "/api/v1/projects" ? projects : servers;
      const [, from = "0"] = /^(?:\w+=)?(\d+)-/.exec(headers.range ?? "") ?? [];
      const page = all.slice(Number(from), Number(from) + 20);
      const range = `${from}-${Number(from) + page.length - 1}/${all.length}`;
      return { status: page.length < all.length ? 206 : 200, headers: { "content-range": range }, body: page };
    };
  }

  test("reads a list to its end newest first, one item by its id in a text, and the servers of a project", async () => {
    const { client } = await start(forms, serve());
    const names = await listNames(client);
    expect([names.length, names[0], names.at(-1)]).toEqual([30, ["30", "Project 30"], ["1", "Project 1"]]);
    expect(await client.call("project.get", { id: "7" })).toMatchObject({ id: "7", name: "Project 7" });
    const { items } = await client.call("servers.list", { projectId: "2" });
    expect(items.map(({ name }) => name)).toEqual(["Server 2", "Server 3"]);
  });

  test("sends a change as a form with a key of its own, and reports the field of an error", async () => {
    const { client, changes } = await start(forms, serve());
    expect(await client.call("projects.create", { name: "New & old" })).toMatchObject({ id: "31", name: "New & old" });
    const change = { id: "7", name: "Seven", description: "It is not stored." };
    expect(await client.call("project.update", change)).toMatchObject({ id: "7", name: "Seven" });
    expect(changes().map(({ method, query, text }) => [method, `${query}`, text])).toEqual([
      ["POST", "", "label=New+%26+old"],
      ["PATCH", "project_no=eq.7", "label=Seven&about=It+is+not+stored."],
    ]);
    expect(new Set(changes().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
    await expect(client.call("projects.create", { name: "taken" })).rejects.toMatchObject({
      ...{ status: 409, errors: [{ path: "label", message: "It is taken." }] },
    });
  });
});

describe("the kinds in the guide", () => {
  const entriesOf = (of: Fields, name: string) => {
    const shape = of[name]?.shape;
    return shape?.kind === "list" && shape.of.kind === "object" ? shape.of.fields : {};
  };
  const fieldsOf = (kind: string): Fields => {
    if (kind === "case") return entriesOf(findOperationFacts("serverTestRun.get").fields, "cases");
    if (kind === "metric") return entriesOf(findOperationFacts("organization.usage").fields, "metrics");
    const facts = operationNames.map(findOperationFacts).filter(({ resource }) => resource === kind);
    return Object.assign({}, ...facts.map(({ fields }) => fields));
  };
  const namesIn = (cell = "") => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
  const rows = [
    ...(section.split("| kind | fields | states |")[1] ?? "").matchAll(
      /^\| (`\w+`(?:, `\w+`)*) \| (`[^|]*) \|([^|]*)\|$/gm,
    ),
  ].map((row) => row.map(namesIn));
  const cells = rows.flatMap(([, kinds = [], fields = [], states = []]) =>
    kinds.map((kind) => [kind, fields, states] as const),
  );

  test("are all that a profile can have", () => {
    const all = new Set([...operationNames.map((name) => findOperationFacts(name).resource), "case", "metric"]);
    expect(cells.map(([kind]) => kind).sort()).toEqual([...all].sort());
  });

  test.each(cells)("have the fields and the states of the contract: %s", (kind, fields, states) => {
    const known = fieldsOf(kind);
    const isKnown = (field: string) => {
      const [name = "", part] = field.split(".");
      const shape = known[name]?.shape;
      return part === undefined ? shape !== undefined : shape?.kind === "object" && part in shape.fields;
    };
    expect(fields.filter((field) => !isKnown(field))).toEqual([]);
    expect(states.toSorted()).toEqual(
      listContractStates(kind)
        .map(({ state }) => state)
        .sort(),
    );
  });
});
