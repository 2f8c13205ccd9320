import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  commands,
  type Disposable,
  type TestItem,
  type TestRunRequest,
  type Uri,
  workspace,
} from "vscode";
import type { ServiceClient } from "../../../client/client.ts";
import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { ViewId } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findSkillFolder } from "../../skill/model/skillPart.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { discoverCases, discoverServers, discoverSkills } from "../../testing/commands/discoverTests.ts";
import type { TestExplorerRunner } from "../../testing/model/testSubject.ts";
import {
  createTestControllerStates,
  markOutdatedResults,
  type TestControllerKind,
  type TestControllerStates,
  type TestControllers,
} from "./testControllerState.ts";
import { TestHistory } from "./testHistory.ts";
import { listTestOrders, type SubjectItem } from "./testItems.ts";
import { TestRunner, type TestRunnerContext } from "./testRunner.ts";

const views = { server: "fairlead.servers", skill: "fairlead.skills" } as const satisfies Record<
  TestControllerKind,
  ViewId
>;

export type TestExplorerContext = TestRunnerContext & Pick<SkillServices, "localSkills">;

/** The content and behaviour of the Test Explorer. */
export class TestExplorer implements Disposable {
  readonly #context: TestExplorerContext;
  readonly #states: TestControllerStates;
  readonly #runner: TestRunner;
  readonly #history: TestHistory;
  readonly #listening: Disposable[] = [];
  /** Runs tests for commands. */
  readonly runs: TestExplorerRunner = {
    run: (orders, following) => this.#runner.run(orders, undefined, following),
    showResults: async () => {
      await commands.executeCommand("workbench.panel.testResults.view.focus");
    },
  };

  constructor(controllers: TestControllers, context: TestExplorerContext) {
    this.#context = context;
    this.#states = createTestControllerStates(controllers);
    this.#runner = new TestRunner(this.#states, context);
    this.#history = new TestHistory(this.#states, this.#runner, context);
  }

  /** Resumes running tests when there is a connection. */
  start(): void {
    const { connections } = this.#context;
    const follow = () => {
      if (connections.session().kind !== "connected") return;
      void this.#safely("Test runs could not be found again", () => this.#history.resume());
      this.refresh(Object.values(views));
    };
    const saved = workspace.onDidSaveTextDocument(({ uri }) => isServerCasePath(uri.path) && void this.opened(uri));
    this.#listening.push(connections.onDidChange(follow), saved);
    follow();
  }

  /** Fills an item on expansion; undefined: the root. */
  resolve(kind: TestControllerKind, item: TestItem | undefined): Promise<void> {
    return this.#safely("Tests could not be listed", async () => {
      if (!item) {
        await this.#context.connections.connect();
        await this.#discover(kind);
        return this.#history.show(kind);
      }
      const subjectItem = this.#states[kind].items.subjectOf(item);
      if (!subjectItem) return;
      item.busy = true;
      try {
        await this.#fill(subjectItem);
        await this.#history.showLast(subjectItem);
      } finally {
        item.busy = false;
      }
    });
  }

  async runRequest(kind: TestControllerKind, request: TestRunRequest, token: CancellationToken): Promise<void> {
    const { log } = this.#context;
    const state = this.#states[kind];
    try {
      if (request.include === undefined && !state.isSeen) await this.#discover(kind);
      const orders = listTestOrders(state.items, request.include, request.exclude);
      await this.#runner.run(orders, { request, token });
    } catch (error) {
      if (isAbortError(error)) return;
      log.error(readErrorMessage(error), error);
      showMessage(this.#context, "error", readErrorMessage(error), { [l10n.t("Show Log")]: async () => log.show() });
    }
  }

  /** A file with cases was opened or changed. */
  opened(uri: Uri): Promise<void> {
    return this.#safely(`The tests of ${uri.path} could not be listed`, async () => {
      const folder = findSkillFolder(uri.toString());
      const kind = folder === undefined ? "server" : "skill";
      await this.#discover(kind);
      const own = this.#states[kind].items.all().find(({ subject }) => {
        return subject.kind === "server" ? subject.caseFile === uri.toString() : subject.folder === folder;
      });
      if (own) await this.#fill(own);
    });
  }

  /** Views changed: refreshes the opened items. */
  refresh(changed: readonly ViewId[]): void {
    for (const kind of ["server", "skill"] as const) {
      if (!changed.includes(views[kind]) || !this.#states[kind].isSeen) continue;
      void this.#safely("Tests could not be listed", async () => {
        await this.#discover(kind);
        for (const subjectItem of await markOutdatedResults(this.#context.localSkills, this.#states[kind]))
          if (subjectItem.isFilled) await this.#fill(subjectItem);
      });
    }
  }

  dispose(): void {
    this.#runner.dispose();
    for (const one of this.#listening) one.dispose();
  }

  async #discover(kind: TestControllerKind): Promise<void> {
    const client = this.#connectedClient();
    const state = this.#states[kind];
    state.isSeen = true;
    if (kind === "skill") state.items.keep(await discoverSkills(this.#context, client));
    else if (client) state.items.keep(await discoverServers(this.#context, client));
  }

  async #fill(subjectItem: SubjectItem): Promise<void> {
    subjectItem.isFilled = true;
    const cases = await discoverCases(this.#context, this.#connectedClient(), subjectItem.subject);
    this.#states[subjectItem.subject.kind].items.setCases(subjectItem, cases);
  }

  /** Opening a file does not connect; opening the Test Explorer does. */
  #connectedClient(): ServiceClient | undefined {
    const session = this.#context.connections.session();
    return session.kind === "connected" ? session.client : undefined;
  }

  /** Reports failures here, because nothing awaits the work, or VS Code does and would show its own message. */
  async #safely(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAbortError(error)) this.#context.log.error(`${what}: ${readErrorMessage(error)}`, error);
    }
  }
}
