import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  generateTool,
} from "../../support/documents/generateFromDocument.ts";
import { type LabeledOperation, readLabeledOperations } from "../../support/documents/labeledOperations.ts";

/** The tool of an operation in a document that has nothing else, but perhaps its items. */
function createLabeledTool(labeled: Omit<LabeledOperation, "effect" | "document">) {
  const { method, path, operationId, hasItems, summary, description } = labeled;
  const operation = { operationId: operationId || undefined, summary, description };
  const paths = { [path]: { [method.toLowerCase()]: operation }, ...(hasItems && { [`${path}/{item}`]: { put: {} } }) };
  return generateTool(createDocument({}, { paths }));
}

const hintsOf = (method: string, path: string, texts: Partial<LabeledOperation> = {}) => {
  const nothing = { operationId: "", summary: "", description: "", hasItems: false };
  const tool = createLabeledTool({ ...nothing, ...texts, method, path });
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
  return { hints: [readOnlyHint, destructiveHint, idempotentHint], reason: tool.hintReason };
};

const labeled = readLabeledOperations().map((operation) => ({ ...operation, ...createLabeledTool(operation) }));
const reads = [true, false, true];
const adds = [false, false, false];
const changes = [false, true, false];

describe("the hints of 1,165 operations of public documents", () => {
  const judged = labeled.map(({ effect, method, path, annotations, hintReason }) => {
    const found = annotations.readOnlyHint ? "reads" : annotations.destructiveHint ? "destroys" : "adds";
    return { effect, found, line: `${effect} as ${found}: ${method} ${path}: ${hintReason}` };
  });
  const list = (effect: string, found: readonly string[]) =>
    judged.filter((one) => one.effect === effect && found.includes(one.found)).map(({ line }) => line);

  test("call no destructive operation harmless", () => {
    expect(judged.length).toBeGreaterThanOrEqual(1165);
    expect(list("destroys", ["reads", "adds"])).toEqual([]);
  });

  test("call no operation read-only that does something", () => {
    expect([...list("adds", ["reads"]), ...list("changes", ["reads"])]).toEqual([]);
  });

  test("call at most three in a hundred of those that read or add destructive", () => {
    const careful = [...list("reads", ["destroys"]), ...list("adds", ["destroys"])];
    const harmless = judged.filter(({ effect }) => effect === "reads" || effect === "adds").length;
    expect(careful.length, careful.join("\n")).toBeLessThanOrEqual(0.03 * harmless);
  });
});

describe("the hints of 600 operations that two judges read apart from each other", () => {
  const judged = labeled.flatMap(({ document, method, path, judges, annotations }) =>
    judges ? [{ request: `${document} ${method} ${path}`, effect: judges[0], second: judges[1], ...annotations }] : [],
  );
  const agreed = judged.filter(({ effect, second }) => effect === second);
  const list = (some: typeof agreed) => some.map(({ request }) => request);

  test("are judged alike", () => {
    expect([judged.length, agreed.length]).toEqual([600, 585]);
  });

  test("call no operation harmless that both say destroys", () => {
    const destroying = agreed.filter(({ effect }) => effect === "destroys");
    expect(destroying.length).toBeGreaterThan(200);
    expect(list(destroying.filter(({ destructiveHint }) => !destructiveHint))).toEqual([]);
  });

  test("call one operation read-only that only its product's developers know to do more", () => {
    const doing = agreed.filter(({ effect, readOnlyHint }) => readOnlyHint && effect !== "reads");
    expect(list(doing)).toEqual(["coolify POST /servers/{uuid}/validate"]);
  });

  test("call at most three in a hundred destructive that both say are harmless", () => {
    const harmless = agreed.filter(({ effect }) => effect === "reads" || effect === "adds");
    const careful = list(harmless.filter(({ destructiveHint }) => destructiveHint));
    expect(careful.length, careful.join("\n")).toBeLessThanOrEqual(0.03 * harmless.length);
  });
});

describe("the hints of a tool", () => {
  test("follow from its method where no word says more", () => {
    expect(["get", "head", "options"].map((method) => hintsOf(method, "/pets").hints)).toEqual([reads, reads, reads]);
    expect(hintsOf("put", "/pets/{id}")).toEqual({ hints: [false, true, true], reason: "PUT replaces data." });
    expect(hintsOf("delete", "/pets/{id}")).toEqual({ hints: [false, true, true], reason: "DELETE removes data." });
    expect(hintsOf("patch", "/pets/{id}")).toEqual({ hints: changes, reason: "PATCH changes data." });
    expect(hintsOf("post", "/pets").hints).toEqual(changes);
  });

  test.each([
    ["get", "/apps.uninstall", { description: "Uninstalls your app from a workspace." }, changes, "uninstall"],
    ["get", "/rtm.connect", { description: "Starts a session." }, adds, "starts"],
    ["get", "/orders", { summary: "Orders of a shop" }, reads, "GET"],
    ["get", "/deleted-items", { operationId: "listDeletedItems" }, reads, "GET"],
    ["post", "/pets/search", { summary: "Find pets" }, reads, "find"],
    ["post", "/disputes/{id}", { description: "When you get a dispute, contact the customer." }, changes, "No word"],
    ["post", "/cache/scrub", { summary: "Scrub the cache", description: "Returns what is left." }, changes, "No word"],
    [
      "get",
      "/jobs/next",
      { summary: "Start the next job", description: "Deletes it from the queue." },
      changes,
      "deletes",
    ],
    ["post", "/signup-forms", { summary: "Personalize the forms" }, changes, "No word"],
    ["post", "/runs/{id}/cancel", { summary: "" }, changes, "cancel"],
    ["post", "/invoices", { operationId: "updateOrCreateInvoices" }, changes, "update"],
    [
      "post",
      "/builds",
      { description: "Creates a build. The existing one will be overwritten." },
      changes,
      "be overwritten",
    ],
    [
      "post",
      "/event-types",
      { summary: "Create a type", description: "Creates or restores it. This does not preserve its schemas." },
      changes,
      "does not preserve",
    ],
    ["post", "/droplets/{id}/actions", { summary: "Request an action" }, changes, "actions"],
    ["post", "/checks/{id}/rerequest", { operationId: "rerequestCheck" }, changes, "No word"],
    ["post", "/apps/{id}/actions", { operationId: "App_RunV2", summary: "RunV2 runs an action" }, changes, "runs"],
    ["post", "/nodes/{id}/cleanup/run", { summary: "Run image cleanup" }, changes, "run"],
    ["post", "/settings", { operationId: "save-settings" }, changes, "save"],
    ["post", "/users/import", { summary: "Import users" }, changes, "import"],
    ["post", "/sites/redeploy", { operationId: "previewSite-redeploy" }, changes, "No word"],
    ["post", "/sites/{id}/redeploy", { operationId: "previewSiteRedeploy" }, changes, "No word"],
    ["post", "/orders/{id}/refund", { operationId: "orderRefund" }, changes, "refund"],
    ["post", "/backups/{id}/restore/upload", {}, changes, "restore"],
    ["post", "/queryCache.warm", { operationId: "queryCache-warm" }, changes, "No word"],
    ["post", "/users/{id}/log_out", { summary: "Log a user out" }, changes, "No word"],
    ["post", "/fields", { summary: "Create a field", description: "Creates or updates it." }, changes, "or updates"],
    ["post", "/sets", { operationId: "ItemSetService_Create" }, adds, "create"],
    ["post", "/hooks", { operationId: "storeHook", summary: "Store a new hook" }, adds, "store"],
    ["post", "/ships", { summary: "Create a ship", description: "The old ones are not deleted." }, adds, "create"],
    ["post", "/users:batchGet", { operationId: "UserService_BatchGetUsers" }, reads, "get"],
    ["post", "/multi-search", { summary: "Perform a multi-search" }, reads, "search"],
    ["post", "/checks", { summary: "Check whether a user may edit a file" }, reads, "check"],
    ["post", "/search/batch", { summary: "Search in batch" }, reads, "search"],
    ["get", "/write-keys", { operationId: "KeyService_ListWriteKeys" }, reads, "GET"],
    [
      "post",
      "/asset_report/get",
      { summary: "Retrieve a report", description: "The `/asset_report/get` endpoint retrieves it." },
      reads,
      "retrieve",
    ],
    [
      "post",
      "/categories/get",
      {
        summary: "(Update of the old one) Get categories",
        description: "Send a request to the `/categories` endpoint to get them.",
      },
      reads,
      "get",
    ],
    [
      "post",
      "/things",
      { summary: "Get a thing", description: "Send a request to the `/things` endpoint to delete it." },
      changes,
      "delete",
    ],
    ["post", "/tags", { hasItems: true }, adds, "has items"],
    ["post", "/tags", { hasItems: true, operationId: "postTags" }, adds, "has items"],
    ["post", "/tags", { hasItems: true, operationId: "scrubTags" }, changes, "No word"],
    ["post", "/tags", { hasItems: true, summary: "Scrub the tags" }, changes, "No word"],
    ["post", "/tags/replace", { hasItems: true }, changes, "replace"],
    ["post", "/hooks/testall", {}, adds, "test"],
    ["post", "/hooks/deleteall", {}, changes, "delete"],
    ["post", "/likes/{id}", { summary: "Like a post" }, adds, "like"],
    ["post", "/posts/{id}", { summary: "Acts like a wiper" }, changes, "No word"],
    ["post", "/posts/{id}", { summary: "Like it is" }, changes, "No word"],
    ["post", "/traces", { summary: "Traces ingestion" }, adds, "ingestion"],
    ["post", "/device", { summary: "The OAuth 2.0 device authorize endpoint" }, adds, "authorize"],
    ["post", "/shells/{id}/exec", { summary: "Create an exec instance" }, adds, "create"],
    ["post", "/shells/{id}/exec", { summary: "Create an exec" }, changes, "exec"],
    [
      "post",
      "/merge_requests",
      { operationId: "postMergeRequests", summary: "Create a merge request" },
      adds,
      "create",
    ],
  ])("%s %s with %j follow from its words", (method, path, texts, hints, word) => {
    const found = hintsOf(method, path, texts);
    expect(found.hints).toEqual(hints);
    expect(found.reason).toContain(word);
  });

  test("take a path as a list only if its items can be read, changed or removed", () => {
    const isDestructive = (method: string, item: string) => {
      const paths = { "/tags": { post: {} }, [item]: { [method]: {} } };
      const { tools } = generateFromValidDocument(createDocument({}, { paths })).definition;
      return tools.find(({ request }) => request.path === "/tags")?.annotations.destructiveHint;
    };
    expect(["get", "put", "patch", "delete"].map((method) => isDestructive(method, "/tags/{id}"))).not.toContain(true);
    expect(isDestructive("post", "/tags/{id}")).toBe(true);
    expect(["/tags/all", "/tags/{id}/names", "/tags.{id}"].map((path) => isDestructive("get", path))).not.toContain(
      false,
    );
  });

  test("let a PUT add only where each word says so", () => {
    const destroys = (path: string, texts: Partial<LabeledOperation>) => {
      const { hints } = hintsOf("put", path, texts);
      expect([hints[0], hints[2]]).toEqual([false, true]);
      return hints[1];
    };
    expect(destroys("/user/starred/{repo}", { summary: "Star a repository" })).toBe(false);
    expect(destroys("/contacts", { summary: "Create contacts" })).toBe(false);
    expect(destroys("/members", { description: "bulk adds/removes/bans members" })).toBe(true);
    expect(destroys("/proxy", { summary: "Save the proxy" })).toBe(true);
    expect(destroys("/contacts/{id}", { summary: "Create a contact" })).toBe(true);
    expect(destroys("/contacts/{id}", { summary: "Create a new contact" })).toBe(false);
    expect(destroys("/contacts/{id}", { summary: "Create it", description: "Creates new contact" })).toBe(false);
    expect(destroys("/contacts/{id}", { summary: "Create a new contact or update it" })).toBe(true);
    expect(destroys("/teams/{id}", { summary: "Add or update a team" })).toBe(true);
  });
});

describe("the hints of other extensions", () => {
  const hintsWith = (method: string, extensions: object, texts: object = {}) => {
    const operation = { ...texts, ...extensions };
    const { annotations, hintReason } = generateTool(createDocument(operation, {}, { path: "/things", method }));
    return [
      annotations.readOnlyHint,
      annotations.destructiveHint,
      /`([^`]+)` of the operation/.exec(hintReason ?? "")?.[1],
    ];
  };

  test("count before words, and after those of `x-mcp`", () => {
    const speakeasy = {
      "x-speakeasy-mcp": { readOnlyHint: true, destructiveHint: false, name: "x", idempotentHint: 1 },
    };
    expect(hintsWith("post", speakeasy)).toEqual([true, false, "x-speakeasy-mcp"]);
    const own = { "x-mcp": { annotations: { readOnlyHint: false } } };
    expect(hintsWith("post", { ...speakeasy, ...own })).toEqual([false, false, "x-mcp"]);
    expect(hintsWith("get", { "x-speakeasy-mcp": { name: "x" } })).toEqual([true, false, undefined]);
  });

  test("say with `x-openai-isConsequential` that a call may destroy; that it does not, only where no word says more", () => {
    const [yes, no] = [true, false].map((value) => ({ "x-openai-isConsequential": value }));
    expect(hintsWith("get", yes ?? {})).toEqual([false, true, "x-openai-isConsequential"]);
    expect(hintsWith("post", no ?? {})).toEqual([false, false, "x-openai-isConsequential"]);
    expect(hintsWith("post", no ?? {}, { summary: "Delete all" })).toEqual([false, true, undefined]);
    expect(hintsWith("delete", no ?? {})).toEqual([false, true, undefined]);
  });
});

test("the first word of a compound in a proper name is no verb of a GET", () => {
  const hintOf = (summary: string) => hintsOf("GET", "/v1/forecast", { summary }).hints;
  expect(hintOf("Open-Meteo Weather Forecast API")).toEqual(reads);
  expect(hintOf("Open a forecast")).toEqual(adds);
  expect(hintOf("Set-up of the account")).not.toEqual(reads);
  expect(hintOf("Delete-All the forecasts")).toEqual([false, true, false]);
});
