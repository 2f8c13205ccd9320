import { type CancellationToken, type TestItem, TestRunRequest, workspace } from "vscode";
import { debounceWork } from "../../core/foundation/debounce.ts";
import { readErrorMessage } from "../../core/foundation/failure.ts";
import type { Logger } from "../../core/foundation/ports.ts";
import { freeCaseGroups } from "../../core/testrun/caseGroups.ts";
import type { TestControllerState } from "./testControllerState.ts";
import { listTestOrders, type SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

interface Continuous {
  readonly state: TestControllerState;
  readonly request: TestRunRequest;
  readonly token: CancellationToken;
}

/** Runs the free cases of a skill whenever one of its files is saved, until the user turns this off. */
export function runContinuously(
  log: Logger,
  runner: Pick<TestRunner, "run">,
  { state, request, token }: Continuous,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const saved = new Set<SubjectItem>();
  const runs = debounceWork({
    work: async () => {
      const all = [...saved];
      saved.clear();
      for (const of of all) await runFreeCases(runner, of, { state, request, token });
    },
    failed: (error) => log.error(`Running on save failed: ${readErrorMessage(error)}`, error),
  });
  const listening = workspace.onDidSaveTextDocument(({ uri }) => {
    for (const of of chosen(state, request.include)) {
      const { subject } = of;
      if (subject.kind !== "skill" || !uri.toString().startsWith(`${subject.folder}/`)) continue;
      saved.add(of);
      runs.schedule();
    }
  });
  token.onCancellationRequested(() => {
    listening.dispose();
    runs.dispose();
    ended.resolve();
  });
  return ended.promise;
}

async function runFreeCases(runner: Pick<TestRunner, "run">, of: SubjectItem, { state, token, request }: Continuous) {
  const [order] = listTestOrders(
    state.items,
    request.include?.filter((item) => state.items.subjectOf(item) === of) ?? [of.item],
  );
  if (!order) return;
  const cases = order.cases?.filter((id) => freeCaseGroups.some((group) => id === group || id.startsWith(`${group}:`)));
  if (cases?.length === 0) return;
  const own = new TestRunRequest([of.item], undefined, request.profile, true, true);
  await runner.run([{ ...order, cases: cases ?? freeCaseGroups }], { request: own, token, isQuiet: true });
}

function chosen(state: TestControllerState, include: readonly TestItem[] | undefined): readonly SubjectItem[] {
  if (include === undefined) return state.items.all();
  return [...new Set(include.flatMap((item) => state.items.subjectOf(item) ?? []))];
}
