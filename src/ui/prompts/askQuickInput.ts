import { type InputBox, QuickInputButtons, type QuickPick, type QuickPickItem } from "vscode";
import { type PromptBack, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";

interface Ask<T> {
  readonly title: string;
  readonly step?: PromptStep | undefined;
  /** Enter was pressed: `give` answers, and not calling it keeps the question open. */
  readonly accept: (give: (answer: T) => void) => void;
  /** Rejects where there is nothing to choose from after all. */
  readonly ready?: Promise<unknown>;
}

/** Shows a question until it is answered, left by Back or escaped. */
export async function askQuickInput<T>(
  box: InputBox | QuickPick<QuickPickItem>,
  { title, step, accept, ready }: Ask<T>,
): Promise<T | PromptBack | undefined> {
  const answer = Promise.withResolvers<T | PromptBack | undefined>();
  box.title = toVisibleText(title);
  if (step && step.total > 1) {
    box.step = step.number;
    box.totalSteps = step.total;
    // The answers before it are not lost to a click elsewhere.
    box.ignoreFocusOut = true;
    if (step.number > 1) box.buttons = [QuickInputButtons.Back];
  }
  const listening = [
    box.onDidAccept(() => accept(answer.resolve)),
    box.onDidHide(() => answer.resolve(undefined)),
    box.onDidTriggerButton((button) => {
      if (button === QuickInputButtons.Back) answer.resolve(promptBack);
    }),
  ];
  ready?.catch(answer.reject);
  box.show();
  try {
    return await answer.promise;
  } finally {
    for (const listener of listening) listener.dispose();
    box.dispose();
  }
}
