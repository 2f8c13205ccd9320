import { type CancellationToken, type TestItem, TestRunRequest, workspace } from "vscode";
import type { App } from "../../commands/app.ts";
import { debounceWork } from "../../core/foundation/debounce.ts";
import { readErrorMessage } from "../../core/foundation/failure.ts";
import { freeCaseGroups } from "../../core/testrun/caseGroups.ts";
import type { TestControllerState } from "./testControllerState.ts";
import { listTestOrders, type SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

interface Continuous {
  readonly side: TestControllerState;
  readonly request: TestRunRequest;
  readonly token: CancellationToken;
}

/** Until it is turned off: whenever a file of a skill is saved, runs those of its cases that cost nothing. */
export function runContinuously(app: App, runner: TestRunner, { side, request, token }: Continuous): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const saved = new Set<SubjectItem>();
  const runs = debounceWork({
    work: async () => {
      const all = [...saved];
      saved.clear();
      for (const of of all) await runCheap(app, runner, of, { side, request, token });
    },
    failed: (error) => app.log.error(`Running on save failed: ${readErrorMessage(error)}`, error),
  });
  const listening = workspace.onDidSaveTextDocument(({ uri }) => {
    for (const of of chosen(side, request.include)) {
      const { subject } = of;
      if (subject.kind !== "skill" || !uri.toString().startsWith(`${subject.folder}/`)) continue;
      saved.add(of);
      runs.soon();
    }
  });
  token.onCancellationRequested(() => {
    listening.dispose();
    runs.dispose();
    ended.resolve();
  });
  return ended.promise;
}

async function runCheap(app: App, runner: TestRunner, of: SubjectItem, { side, token, request }: Continuous) {
  const [order] = listTestOrders(
    side.items,
    request.include?.filter((item) => side.items.subjectOf(item) === of) ?? [of.item],
  );
  if (!order) return;
  const cases = order.cases?.filter((id) => freeCaseGroups.some((group) => id === group || id.startsWith(`${group}:`)));
  if (cases?.length === 0) return;
  const own = new TestRunRequest([of.item], undefined, request.profile, true, true);
  await runner.run(app, [{ ...order, cases: cases ?? freeCaseGroups }], { request: own, token, isQuiet: true });
}

function chosen(side: TestControllerState, include: readonly TestItem[] | undefined): readonly SubjectItem[] {
  if (include === undefined) return side.items.all();
  return [...new Set(include.flatMap((item) => side.items.subjectOf(item) ?? []))];
}
