import * as l10n from "@vscode/l10n";
import { type InputBox, InputBoxValidationSeverity, type QuickInputButton, ThemeIcon } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Disposable, PromptCheck, PromptNote } from "../../base/ports.ts";

const severities = { info: InputBoxValidationSeverity.Info, warning: InputBoxValidationSeverity.Warning } as const;

interface InputCheck extends Disposable {
  readonly button: QuickInputButton;
}

/** The button that checks the text of an input box. `showProblem` shows why the text is invalid, and whether it is. */
export function createInputCheck(box: InputBox, { title, run }: PromptCheck, showProblem: () => boolean): InputCheck {
  const button = { iconPath: new ThemeIcon("pulse"), tooltip: title };
  let current = new AbortController();
  const stop = () => {
    current.abort();
    box.busy = false;
  };
  const show = (note: PromptNote | undefined) => {
    box.validationMessage = note && { message: formatMessageText(note.message), severity: severities[note.level] };
  };
  const start = async () => {
    stop();
    if (showProblem()) return;
    current = new AbortController();
    const { signal } = current;
    box.busy = true;
    show({ level: "info", message: l10n.t("Checking...") });
    const note = await run(box.value, signal);
    if (signal.aborted) return;
    stop();
    show(note);
  };
  const subscriptions = [
    box.onDidChangeValue(stop),
    box.onDidTriggerButton((triggered) => {
      if (triggered === button) void start();
    }),
  ];
  return {
    button,
    dispose: () => {
      current.abort();
      for (const one of subscriptions) one.dispose();
    },
  };
}
