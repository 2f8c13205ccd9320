import {
  type CancellationToken,
  type Disposable,
  type TestItem,
  type TestRunRequest,
  type Uri,
  workspace,
} from "vscode";
import type { ServiceClient } from "../../client/client.ts";
import type { App } from "../../commands/app.ts";
import { discoverCases, discoverServers, discoverSkills } from "../../commands/testrun/discoverTests.ts";
import { isAbortError, readErrorMessage } from "../../core/foundation/failure.ts";
import type { ViewId } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { findSkillFolder } from "../../core/skill/skillPart.ts";
import type { TestExplorerRunner } from "../../core/testrun/testSubject.ts";
import { isServerCasePath } from "../../testcases/readServerCases.ts";
import { runContinuously } from "./runContinuously.ts";
import {
  createTestControllerStates,
  markOutdatedResults,
  type RegisteredTestControllers,
  type TestControllerKind,
  type TestControllerStates,
} from "./testControllerState.ts";
import { TestHistory } from "./testHistory.ts";
import { listTestOrders, type SubjectItem } from "./testItems.ts";
import { TestRunner } from "./testRunner.ts";

const views = { server: "fairlead.servers", skill: "fairlead.skills" } as const satisfies Record<
  TestControllerKind,
  ViewId
>;

/** What the Test Explorer shows and does. */
export class TestExplorer implements Disposable {
  readonly #app = Promise.withResolvers<App>();
  readonly #sides: TestControllerStates;
  readonly #runner: TestRunner;
  readonly #history: TestHistory;
  readonly #ending: Disposable[] = [];
  /** What commands run tests through. */
  readonly runs: TestExplorerRunner = { run: async (orders) => this.#runner.run(await this.#app.promise, orders) };

  constructor(doors: RegisteredTestControllers) {
    this.#sides = createTestControllerStates(doors);
    this.#runner = new TestRunner(this.#sides);
    this.#history = new TestHistory(this.#sides, this.#runner);
  }

  /** Finds again what was going on, as soon as there is a connection. */
  start(app: App): void {
    this.#app.resolve(app);
    const follow = () => {
      if (app.connections.session().kind !== "connected") return;
      void this.#safely("Test runs could not be found again", () => this.#history.resume(app));
      this.refresh(Object.values(views));
    };
    const saved = workspace.onDidSaveTextDocument(({ uri }) => isServerCasePath(uri.path) && void this.opened(uri));
    this.#ending.push(app.connections.onDidChange(follow), saved);
    follow();
  }

  /** VS Code wants to see what is below an item; undefined: everything. */
  resolve(kind: TestControllerKind, item: TestItem | undefined): Promise<void> {
    return this.#safely("Tests could not be listed", async (app) => {
      if (!item) {
        await app.connections.connect();
        await this.#discover(app, kind);
        return this.#history.show(app, kind);
      }
      const of = this.#sides[kind].items.subjectOf(item);
      if (!of) return;
      item.busy = true;
      try {
        await this.#fill(app, of);
        await this.#history.showLast(app, of);
      } finally {
        item.busy = false;
      }
    });
  }

  async runRequest(kind: TestControllerKind, request: TestRunRequest, token: CancellationToken): Promise<void> {
    const app = await this.#app.promise;
    const side = this.#sides[kind];
    try {
      if (request.include === undefined && !side.isSeen) await this.#discover(app, kind);
      if (request.continuous) return await runContinuously(app, this.#runner, { side, request, token });
      const orders = listTestOrders(side.items, request.include, request.exclude);
      await this.#runner.run(app, orders, { request, token });
    } catch (error) {
      if (isAbortError(error)) return;
      app.log.error(readErrorMessage(error), error);
      showMessage(app, "error", readErrorMessage(error), { "Show Log": async () => app.log.show() });
    }
  }

  /** A file with cases was opened, or is another one now. */
  opened(uri: Uri): Promise<void> {
    return this.#safely(`The tests of ${uri.path} could not be listed`, async (app) => {
      const folder = findSkillFolder(uri.toString());
      const kind = folder === undefined ? "server" : "skill";
      await this.#discover(app, kind);
      const own = this.#sides[kind].items.all().find(({ subject }) => {
        return subject.kind === "server" ? subject.caseFile === uri.toString() : subject.folder === folder;
      });
      if (own) await this.#fill(app, own);
    });
  }

  /** Something of these views changed: what was looked at is read again. */
  refresh(changed: readonly ViewId[]): void {
    for (const kind of ["server", "skill"] as const) {
      if (!changed.includes(views[kind]) || !this.#sides[kind].isSeen) continue;
      void this.#safely("Tests could not be listed", async (app) => {
        await this.#discover(app, kind);
        for (const of of await markOutdatedResults(app, this.#sides[kind])) if (of.isFilled) await this.#fill(app, of);
      });
    }
  }

  dispose(): void {
    this.#runner.dispose();
    for (const one of this.#ending) one.dispose();
  }

  async #discover(app: App, kind: TestControllerKind): Promise<void> {
    const client = connectedClient(app);
    const side = this.#sides[kind];
    side.isSeen = true;
    if (kind === "skill") side.items.keep(await discoverSkills(app, client));
    else if (client) side.items.keep(await discoverServers(app, client));
  }

  async #fill(app: App, of: SubjectItem): Promise<void> {
    of.isFilled = true;
    const cases = await discoverCases(app, connectedClient(app), of.subject);
    this.#sides[of.subject.kind].items.setCases(of, cases);
  }

  /** Nothing waits for it, or VS Code does and would say something of its own. */
  async #safely(what: string, work: (app: App) => Promise<void>): Promise<void> {
    const app = await this.#app.promise;
    try {
      await work(app);
    } catch (error) {
      if (!isAbortError(error)) app.log.error(`${what}: ${readErrorMessage(error)}`, error);
    }
  }
}

/** A file that is opened is no reason to connect: opening the Test Explorer is. */
function connectedClient(app: App): ServiceClient | undefined {
  const session = app.connections.session();
  return session.kind === "connected" ? session.client : undefined;
}
