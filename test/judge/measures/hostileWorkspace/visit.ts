import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCleanEditor } from "../../../e2e/cleanEditor.ts";
import type { OpenWindow } from "../../../e2e/window.ts";
import { formatHttpResponse, type RawRequest, startRawServer } from "../../../support/network/rawServer.ts";
import { canaryTexts } from "../canaries/callCanaries.ts";
import { fineAnswer } from "../canaries/echoService.ts";
import { writeHostileFolder } from "./folder.ts";

/** The findings of a visit with an untrusted folder and a hostile service, by goal. */
export interface Visit {
  readonly counts: Readonly<Record<"files" | "rows" | "refused" | "attacker", number>>;
  readonly ran: readonly string[];
  readonly leaks: readonly string[];
  readonly drawn: readonly string[];
}

const hostileText = `<img src=x onerror="globalThis.broken = 1">[Run](command:workbench.action.quit)$(pass)`;

let visited: Promise<Visit> | undefined;

/** Runs once for all goals that use the visit. */
export function visitHostileFolder(): Promise<Visit> {
  visited ??= visit();
  return visited;
}

async function visit(): Promise<Visit> {
  const base = mkdtempSync(join(tmpdir(), "fairlead-hostile-"));
  const mark = join(base, "mark");
  const attacker = await startRawServer((socket) => socket.end(formatHttpResponse(200, {})));
  const service = await startRawServer((socket, request) => socket.end(answerOf(request)));
  writeHostileFolder(join(base, "files"), join(base, "outside"), { mark, attacker: attacker.url });
  const editor = await startCleanEditor({
    files: join(base, "files"),
    trust: true,
    settings: { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" },
  });
  try {
    const window = await editor.open();
    const refused = await lookAround(window, service.url);
    const rows = await seenRows(window);
    const drawn = [...refused.drawn, ...(await drawnIn(window))];
    await window.runCommand("Fairlead: Create Support Bundle");
    await window.messages.waitFor(/This is the support bundle/);
    const bundle = await window.documents.waitForText(/"madeAt"/);
    if (!/"fairlead": "\d/.test(bundle)) refused.missing.push("the support bundle was not shown");
    const stored = await keptInPage(window);
    const files = filesIn(editor.userDataDir);
    const held = files
      .filter((file) => readFileSync(file).includes(canaryTexts.key))
      .map((file) => file.slice(editor.userDataDir.length));
    const leaks = [...held, ...(stored.includes(canaryTexts.key) ? ["what the window keeps"] : [])];
    const ran = [
      ...(existsSync(mark) ? ["something of the folder ran"] : []),
      ...attacker.requests.map(({ method, target }) => `the folder's service was asked: ${method} ${target}`),
      ...(rows.length > 0 ? [] : ["nothing could be browsed"]),
      ...refused.missing,
    ];
    const counts = {
      files: files.length,
      rows: rows.length,
      refused: refused.count,
      attacker: attacker.requests.length,
    };
    return { counts, ran, leaks, drawn };
  } finally {
    await editor.close();
    await attacker.close();
    await service.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Answers `GET /me` correctly, so that the connection succeeds, and repeats the key and markup in every text. */
function answerOf(request: RawRequest): string {
  const text = `${hostileText} ${request.headers.get("authorization") ?? ""}`;
  return request.method === "GET"
    ? fineAnswer(request, text)
    : formatHttpResponse(409, { title: text, detail: text, status: 409 });
}

/** Connects, browses and tries actions that an untrusted folder must not enable. */
async function lookAround(window: OpenWindow, url: string) {
  await window.view("Projects").show();
  await window.runCommand("Fairlead: Add Connection...");
  await window.type("Add Connection", url);
  await window.type("Add Connection (2/2)", canaryTexts.key);
  await window.messages.waitFor(/Connected to/);
  await window.messages.dismissAll();
  const missing: string[] = [];
  const commands = ["Fairlead: Deploy...", "Fairlead: Publish Skill...", "Fairlead: Generate Server from OpenAPI..."];
  // Actions that are not available in an untrusted folder are not offered.
  for (const command of commands)
    if ((await window.listCommands(command)).includes(command)) missing.push(`${command} is offered`);
  await window.runCommand("Fairlead: New Project...");
  await window.type("New Project (1/2)", "x");
  await window.type("New Project (2/2)", "");
  await window.messages.waitFor(/Could not create a project.*onerror.*\(command:/);
  return { count: commands.length - missing.length, missing, drawn: await drawnIn(window) };
}

async function seenRows(window: OpenWindow): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const name of ["Projects", "Servers", "Skills", "Registry"]) {
    await window.view(name).show();
    rows.push(...(await window.view(name).waitForText(/./)).split("\n").filter(Boolean));
  }
  return rows;
}

/** Runs in the window while a notification shows a failure of the service, and returns the parts that became markup. */
async function drawnIn({ page }: OpenWindow): Promise<readonly string[]> {
  const found: readonly string[] = await page.evaluate(`[
    ...(globalThis.broken === undefined ? [] : ["a script ran in the window"]),
    ...[...document.querySelectorAll(".notification-list-item-message a, .monaco-list-row a[data-href^='command:']")].map((one) => "a link: " + one.outerHTML.slice(0, 200)),
    ...[...document.querySelectorAll("img[src='x']")].map(() => "a picture of the service's"),
  ]`);
  return found;
}

/** Everything that the window's page stores in the browser, including the state of extensions. */
function keptInPage({ page }: OpenWindow): Promise<string> {
  return page.evaluate(`(async () => {
    const texts = [JSON.stringify({ ...localStorage })];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((found, failed) => Object.assign(indexedDB.open(name), { onsuccess: ({ target }) => found(target.result), onerror: failed }));
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        const values = await new Promise((found) => Object.assign(all, { onsuccess: () => found(all.result), onerror: () => found([]) }));
        texts.push(JSON.stringify(values, (_, value) => (ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value)));
      }
      db.close();
    }
    return texts.join("");
  })()`);
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  return files.filter((file) => lstatSync(file).size < 50 * 2 ** 20);
}
