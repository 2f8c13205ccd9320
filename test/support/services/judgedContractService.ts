import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import type { ServiceFolder } from "../../judge/services/serviceFolder.ts";
import { type ReceivedRequest, toForeignService } from "../../judge/services/serviceFolder.ts";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

type Fields = Record<string, unknown>;
type Item = Fields & { readonly id: string; name: string };

/** What a service does that is not true. */
export interface ServiceLies {
  /** The name of each listed project. */
  readonly projectName?: string;
  /** A changed project is returned as changed, and is not. */
  readonly keepsProjects?: boolean;
  /** Each created project exists twice. */
  readonly createsTwice?: boolean;
}

interface Call {
  readonly query: URLSearchParams;
  readonly body: Fields;
  /** Counts an effect on an item. */
  readonly effect: (item: string) => void;
}

const key = "flk_judged";
const at = "2026-11-01T08:00:00Z";
const stored = { createdAt: at, updatedAt: at, etag: "1" };
const page = (items: readonly unknown[]) => ({ items, nextCursor: null });
const isOperation = (name: string): name is OperationName => Object.hasOwn(operationTable, name);

/** A folder with one small service of the contract: projects, servers without deployments, API keys and settings. */
export function createContractFolder(lies: ServiceLies = {}): ServiceFolder {
  return { names: ["contract"], start: () => startContractService(lies) };
}

async function startContractService(lies: ServiceLies) {
  const state = createState();
  const handlers = createHandlers(state, lies);
  const requests: ReceivedRequest[] = [];
  const effects: Record<string, Record<string, number>> = {};
  const lose: Record<string, number> = {};
  const responses = new Map<string, unknown>();
  const server = createServer(async (incoming, response) => {
    const text = await readText(incoming);
    const { pathname: path, search, searchParams: query } = new URL(incoming.url ?? "/", "http://service");
    const { method = "GET", headers } = incoming;
    const [operation] =
      Object.entries(operationTable).find(([, one]) => one.method === method && one.path === path) ?? [];
    const changed: string[] = [];
    const repeatKey = String(headers["idempotency-key"] ?? "");
    const effect = (item: string) => {
      changed.push(item);
      const counts = effects[operation ?? ""];
      effects[operation ?? ""] = { ...counts, [item]: (counts?.[item] ?? 0) + 1 };
    };
    const respond = (status: number, body: unknown) => {
      const isLost = changed.length > 0 && (lose[operation ?? ""] ?? 0) > 0;
      requests.push({
        ...{ at: Date.now(), method, path, search, headers, body: text, status, effects: changed, lost: isLost },
        ...(operation !== undefined && { operation }),
      });
      if (isLost) {
        lose[operation ?? ""] = 0;
        return response.destroy();
      }
      const type = status < 400 ? "application/json" : "application/problem+json";
      response.writeHead(status, { "content-type": type, "X-Request-Id": `req_${requests.length}` });
      return response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    const handler = operation === undefined ? undefined : handlers[operation];
    if (headers.authorization !== `Bearer ${key}`) return respond(401, { title: "Unauthorized", status: 401 });
    if (operation === undefined || !isOperation(operation)) return respond(404, { title: "Not Found", status: 404 });
    if (!handler) return respond(501, { title: "Not Implemented", status: 501, code: "not_offered" });
    const known = repeatKey === "" ? undefined : responses.get(repeatKey);
    const body = known ?? handler({ query, body: text === "" ? {} : JSON.parse(text), effect });
    if (repeatKey !== "") responses.set(repeatKey, body);
    return respond(operationTable[operation].success, body);
  });
  const { url, close } = await listenOnLoopback(server);
  return toForeignService({
    ...{ name: "contract", dialect: "contract" as const, key, requests, effects, lose, faults: [] },
    url,
    credential: { header: "Authorization", value: `Bearer ${key}`, format: "Bearer {key}" },
    get truth() {
      return describeTruth(
        state,
        Object.keys(operationTable).filter((name) => !Object.hasOwn(handlers, name)),
      );
    },
    stop: close,
  });
}

type State = ReturnType<typeof createState>;

function createState() {
  const project = (id: string, name: string): Item => {
    const counts = { serverCount: id === "prj_1" ? 1 : 0, skillCount: 0 };
    return { ...stored, id, name, slug: id, description: "", organizationId: "org_1", ...counts };
  };
  const server = { ...emptyServer, id: "srv_1", name: "weather", projectId: "prj_1" };
  const apiKey = (id: string, name: string): Item => {
    return { ...stored, id, name, prefix: `flk_${name}`, scopes: ["read"], expiresAt: null, lastUsedAt: null };
  };
  return {
    projects: [project("prj_1", "Atlas"), project("prj_2", "Beacon")],
    servers: [server] as Item[],
    apiKeys: [apiKey("key_1", "laptop"), apiKey("key_2", "build")],
    settings: {
      ...stored,
      id: "set_1",
      defaultProjectId: null,
      testTimeoutMs: null,
      keepDeployments: 50,
      notifyOn: "all",
    },
  };
}

const emptyServer = {
  ...{ ...stored, slug: "server", description: "", source: null, status: "draft", statusDetail: null, problems: [] },
  ...{ artifactId: null, latestVersion: null, liveDeploymentId: null, desiredState: "stopped", environment: {} },
  ...{ variables: [], accounts: [], toolCount: null },
};

/** What the service does, by the operations of the contract; it lacks the others. */
function createHandlers({ projects, servers, apiKeys, settings }: State, lies: ServiceLies) {
  const find = (items: Item[], { query }: Call) => items.find(({ id }) => id === query.get("id")) ?? items[0];
  const update = (items: Item[], call: Call, isKept = false) => {
    const item = find(items, call);
    if (!item) return undefined;
    call.effect(item.id);
    const changed = { ...item, ...call.body };
    if (!isKept) Object.assign(item, call.body);
    return changed;
  };
  const create = (items: Item[], call: Call, item: Item) => {
    call.effect(item.name);
    items.push(item);
    return item;
  };
  const fields = ({ body }: Call, items: Item[], prefix: string) => {
    return { ...body, ...stored, id: `${prefix}_${items.length + 1}`, name: String(body.name) };
  };
  const handlers: Readonly<Record<string, (call: Call) => unknown>> = {
    "me.get": () => ({
      ...{ ...stored, id: "usr_1", name: "Ada", email: "ada@example.com", kind: "user", organizationId: "org_1" },
      key: { id: "key_1", name: "laptop", scopes: ["read"], expiresAt: null },
    }),
    "projects.list": () =>
      page(projects.map((one) => (lies.projectName === undefined ? one : { ...one, name: lies.projectName }))),
    "project.get": (call) => find(projects, call),
    "project.update": (call) => update(projects, call, lies.keepsProjects),
    "projects.create": (call) => {
      const more = { slug: "new", organizationId: "org_1", serverCount: 0, skillCount: 0 };
      if (lies.createsTwice) create(projects, call, { ...fields(call, projects, "prj"), ...more });
      return create(projects, call, { ...fields(call, projects, "prj"), ...more });
    },
    "servers.list": ({ query }) => {
      const [project, id] = [query.get("projectId"), query.get("id")];
      return page(servers.filter((one) => (!project || one.projectId === project) && (!id || one.id === id)));
    },
    "servers.create": (call) => {
      return create(servers, call, { ...emptyServer, ...fields(call, servers, "srv"), source: null });
    },
    "server.update": (call) => update(servers, call),
    "deployments.list": () => page([]),
    "apiKeys.list": () => page(apiKeys),
    "apiKeys.create": (call) => {
      const made = { ...fields(call, apiKeys, "key"), prefix: "flk_new", expiresAt: null, lastUsedAt: null };
      return { ...create(apiKeys, call, made), key: "flk_new_secret" };
    },
    "apiKeys.delete": (call) => {
      const item = find(apiKeys, call);
      if (item) call.effect(item.id);
      if (item) apiKeys.splice(apiKeys.indexOf(item), 1);
      return undefined;
    },
    "userSettings.get": () => settings,
    "userSettings.update": ({ body, effect }) => {
      effect("settings");
      return Object.assign(settings, body);
    },
  };
  return handlers;
}

function describeTruth({ projects, servers, apiKeys, settings }: State, lacks: readonly string[]) {
  const { defaultProjectId, testTimeoutMs, keepDeployments, notifyOn } = settings;
  return {
    me: { name: "Ada", email: "ada@example.com" },
    projects: projects.map(({ id, name }) => {
      return { id, name, servers: servers.filter(({ projectId }) => projectId === id).map((one) => one.name) };
    }),
    servers: servers.map(({ id, name }) => ({ id, name, state: "draft", outcome: "waiting", liveDeployment: null })),
    deployments: [],
    apiKeys: apiKeys.map(({ id, name, prefix }) => ({ id, name, prefix })),
    userSettings: { defaultProjectId, testTimeoutMs, keepDeployments, notifyOn },
    lacks,
  };
}
