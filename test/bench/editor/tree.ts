import { Pool } from "undici";
import * as vscode from "vscode";
import * as z from "zod";
import { acceptPromptsDuring, typeDuring, waitForValue } from "../../vscode/answerPrompts.ts";
import { report } from "./report.ts";

/** A row of the extension's tree; the last row of a list loads more. */
type Row = { readonly node: { readonly kind: string } };
type Provider = vscode.TreeDataProvider<Row>;

const { FAIRLEAD_BENCH_URL: url = "", FAIRLEAD_BENCH_KEY: key = "", FAIRLEAD_BENCH_COUNT: count = "0" } = process.env;
const rounds = 7;

/** Counts VS Code's requests for tree items, with waiters for a number of requests. */
interface Asked {
  count: number;
  wanted: number;
  enough: () => void;
}
const ofOurs: Asked = { count: 0, wanted: 0, enough: () => {} };
const ofBare: Asked = { count: 0, wanted: 0, enough: () => {} };
/** The time of the last change event of Fairlead's tree. */
let toldAt = 0;
let provider: Provider | undefined;

/** Runs in the extension host: compares a tree of many servers with a tree of as many plain items. */
export const run = () => report(measure);

async function measure() {
  watchServersTree();
  await typeDuring([url, key], () => acceptPromptsDuring(vscode.commands.executeCommand("fairlead.connection.add")));
  await vscode.commands.executeCommand("fairlead.servers.focus");
  await waitForValue(async () => (await rows()).length > 2, "the first page is there");
  const firstPage = await several(() => refreshOurs(create, 101));
  await loadAll();
  const oneChanged = await several(() => refreshOurs(rename, 1));
  const oneNew = await several(async () => refreshOurs(create, (await rows()).length));
  const same = await Promise.all((await rows()).map(async (row) => ({ ...(await provider?.getTreeItem(row)) })));
  const { plain, refresh } = await bareTree();
  const bare = await several(() => refresh(plain));
  const withNew = () => {
    same.unshift({ ...same[0], id: `new-${same.length}` });
    return same;
  };
  const bareSame = await several(() => refresh(withNew()));
  const bareRead = await several(() => refresh(withNew(), readPages));
  return { firstPage, oneChanged, oneNew, bare, bareRead, bareSame };
}

/** Fairlead and this module share one API object. */
function watchServersTree(): void {
  const { createTreeView: create } = vscode.window;
  const value = (id: string, options: vscode.TreeViewOptions<Row>) => {
    if (id !== "fairlead.servers") return create(id, options);
    const own = options.treeDataProvider;
    own.onDidChangeTreeData?.(() => {
      toldAt = performance.now();
    });
    provider = {
      ...own,
      getTreeItem: (row) => {
        note(ofOurs);
        return own.getTreeItem(row);
      },
    };
    return create(id, { ...options, treeDataProvider: provider });
  };
  Object.defineProperty(vscode.window, "createTreeView", { value, configurable: true });
}

async function rows(): Promise<readonly Row[]> {
  return (await provider?.getChildren(undefined)) ?? [];
}

async function loadAll(): Promise<void> {
  for (;;) {
    const last = (await rows()).at(-1);
    if (last?.node.kind !== "more") return;
    await vscode.commands.executeCommand("fairlead.loadMore", last);
  }
}

/** Measures the time until VS Code has requested a number of items, from the command and from the tree's change event. */
async function refreshOurs(change: () => Promise<void>, wanted: number) {
  await settled(ofOurs);
  await change();
  const all = askedFor(ofOurs, wanted);
  const started = performance.now();
  void vscode.commands.executeCommand("fairlead.refresh");
  const ended = await all;
  return { ms: ended - started, drawnMs: ended - toldAt };
}

async function bareTree() {
  const bare = vscode.extensions.getExtension("bench.bare");
  if (!bare) throw new Error("The bare extension is not installed.");
  const { showItems } = await bare.activate();
  const plain = Array.from({ length: Number(count) }, (_, index) => ({ label: `Server ${index}` }));
  const draw: (items: readonly object[]) => void = showItems(plain, () => note(ofBare));
  const first = askedFor(ofBare, plain.length);
  await vscode.commands.executeCommand("bare.items.focus");
  await first;
  const refresh = async (items: readonly object[], read = async () => {}) => {
    await settled(ofBare);
    const all = askedFor(ofBare, items.length);
    const started = performance.now();
    await read();
    draw(items);
    const ms = (await all) - started;
    return { ms, drawnMs: ms };
  };
  return { plain, refresh };
}

const page = z.object({ nextCursor: z.string().nullable() });

/** Reads the same number of servers in pages of the same size, without further work. */
async function readPages(): Promise<void> {
  const pool = new Pool(url, { connections: 1 });
  const headers = { authorization: `Bearer ${key}` };
  const path = "/api/v1/servers?limit=100";
  let next: string | null = "";
  while (next !== null) {
    const { body } = await pool.request({ method: "GET", path: path + next, headers });
    const { nextCursor }: z.infer<typeof page> = page.parse(await body.json());
    next = nextCursor && `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  await pool.close();
}

function note(asked: Asked): void {
  asked.count += 1;
  if (asked.count === asked.wanted) asked.enough();
}

/** Resolves with the time when VS Code has requested a number of further items and the window has received them. */
async function askedFor(asked: Asked, wanted: number): Promise<number> {
  await new Promise<void>((enough, refuse) => {
    Object.assign(asked, { count: 0, wanted, enough });
    setTimeout(() => refuse(new Error(`Only ${asked.count} of ${wanted} items were asked for.`)), 60_000).unref();
  });
  // Messages to the window are handled in order, but the items are sent in a later event loop turn than the last request.
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((next) => setImmediate(next));
    await vscode.commands.executeCommand("setContext", "fairlead.bench", turn);
  }
  return performance.now();
}

/** Waits until the window requests no more items. */
async function settled(asked: Asked): Promise<void> {
  let before = -1;
  await waitForValue(async () => {
    const isSame = before === asked.count;
    before = asked.count;
    await new Promise((next) => setTimeout(next, 300));
    return isSame && before === asked.count;
  }, "nothing is asked for any more");
}

const list = z.object({ items: z.tuple([z.object({ id: z.string(), projectId: z.string() })]) });

async function rename(): Promise<void> {
  const [{ id }] = list.parse(await call("GET", "servers?limit=1")).items;
  await call("PATCH", `server?id=${id}`, { description: `Seen at ${performance.now()}` });
}

async function create(): Promise<void> {
  const [{ projectId }] = list.parse(await call("GET", "servers?limit=1")).items;
  await call("POST", "servers", { projectId, name: `Made at ${performance.now()}` });
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, ...sent });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function several<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let round = 0; round <= rounds; round += 1) all.push(await work());
  return all.slice(1);
}
