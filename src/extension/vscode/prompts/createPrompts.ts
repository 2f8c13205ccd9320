import * as l10n from "@vscode/l10n";
import {
  type InputBox,
  InputBoxValidationSeverity,
  type MessageItem,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from "vscode";
import { formatLabelText, formatMessageText } from "../../../text/plainMessage.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import {
  type Disposable,
  type InputQuestion,
  type PickManyQuestion,
  type PickQuestion,
  type PromptBack,
  type PromptCheck,
  type PromptChoice,
  type PromptNote,
  type PromptStep,
  type Prompts,
  promptBack,
  type SingleQuestion,
} from "../../base/ports.ts";

interface Item<T> extends QuickPickItem {
  /** undefined for headings. */
  readonly choice?: PromptChoice<T>;
}

export function createPrompts(): Prompts {
  return { pick, pickMany, input, confirm, decide };
}

function pick<T>(question: PickQuestion<T> & SingleQuestion): Promise<T | undefined>;
function pick<T>(question: PickQuestion<T>): Promise<T | PromptBack | undefined>;
async function pick<T>(question: PickQuestion<T>): Promise<T | PromptBack | undefined> {
  const { title, placeholder, prompt, choices, none, active, step, staysOpen, typed } = question;
  const box = window.createQuickPick<Item<T>>();
  box.placeholder = formatMessageText(placeholder);
  box.ignoreFocusOut = staysOpen ?? false;
  const showNote = (note = prompt) => {
    box.prompt = note === undefined || note === "" ? undefined : formatMessageText(note);
  };
  showNote();
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  let isOpen = true;
  const showChoices = (found: readonly PromptChoice<T>[]) => {
    const written = box.value === "" ? undefined : typed?.(box.value);
    // It stays listed, whatever the text is compared with.
    const first = toItems(written ? [written] : []).map((item) => ({ ...item, alwaysShow: true }));
    box.items = [...first, ...toItems(found)];
  };
  const ready = Promise.resolve(choices).then((found) => {
    if (!isOpen) return;
    if (found.length === 0 && none) {
      none();
      return box.hide();
    }
    const remembered = found.filter(({ value }) => active?.(value));
    const ordered = [...remembered, ...found.filter((choice) => !remembered.includes(choice))];
    showChoices(ordered);
    if (typed) box.onDidChangeValue(() => showChoices(ordered));
    box.busy = false;
  });
  const subscription = box.onDidChangeActive(([item]) => showNote(item?.choice?.note));
  const accept = (resolve: (answer: T) => void) => {
    const choice = box.selectedItems[0]?.choice;
    if (choice && !choice.isUnavailable) resolve(choice.value);
  };
  try {
    return await showQuickInput<T>(box, { title, step, ready, accept });
  } finally {
    isOpen = false;
    subscription.dispose();
  }
}

function pickMany<T>(question: PickManyQuestion<T> & SingleQuestion): Promise<readonly T[] | undefined>;
function pickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | PromptBack | undefined>;
async function pickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | PromptBack | undefined> {
  const box = window.createQuickPick<Item<T>>();
  box.placeholder = formatMessageText(question.placeholder);
  box.canSelectMany = true;
  box.ignoreFocusOut = true;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.items = toItems(question.choices);
  box.selectedItems = box.items.filter(({ choice }) => choice && question.picked(choice.value));
  const accept = (resolve: (answer: readonly T[]) => void) =>
    resolve(box.selectedItems.flatMap(({ choice }) => (choice ? [choice.value] : [])));
  return showQuickInput(box, { title: question.title, step: question.step, accept });
}

function input(question: InputQuestion & SingleQuestion): Promise<string | undefined>;
function input(question: InputQuestion): Promise<string | PromptBack | undefined>;
async function input(question: InputQuestion): Promise<string | PromptBack | undefined> {
  const { title, prompt, value, placeholder, problem, secret, validate, warn, check, step } = question;
  const box = window.createInputBox();
  box.prompt = formatMessageText(prompt);
  box.value = value ?? "";
  box.placeholder = placeholder ?? "";
  box.password = secret ?? false;
  // A click elsewhere does not discard the input.
  box.ignoreFocusOut = true;
  const formatProblem = (problemText: string | undefined) =>
    problemText === undefined ? undefined : formatMessageText(problemText);
  box.validationMessage = formatProblem(problem);
  const showProblem = () => {
    const invalid = formatProblem(validate?.(box.value));
    const warning = formatProblem(warn?.(box.value));
    box.validationMessage = invalid ?? (warning && { message: warning, severity: InputBoxValidationSeverity.Warning });
    return invalid !== undefined && invalid !== "";
  };
  const subscription = box.onDidChangeValue(showProblem);
  const accept = (resolve: (text: string) => void) => {
    if (!showProblem()) resolve(box.value);
  };
  const checking = check && createInputCheck(box, check, showProblem);
  try {
    return await showQuickInput(box, { title, step, accept, ...(checking && { button: checking.button }) });
  } finally {
    subscription.dispose();
    checking?.dispose();
  }
}

const confirm: Prompts["confirm"] = async ({ message, detail, action }) =>
  (await window.showWarningMessage(
    formatMessageText(message),
    { modal: true, detail: formatMessageText(detail) },
    action,
  )) === action;

const decide: Prompts["decide"] = async ({ message, detail, actions, close }) => {
  const items: MessageItem[] = actions.map((title) => ({ title }));
  const closing = close === undefined ? [] : [{ title: close, isCloseAffordance: true }];
  const options = { modal: true, detail: formatMessageText(detail) };
  const chosen = await window.showInformationMessage(formatMessageText(message), options, ...items, ...closing);
  return chosen?.isCloseAffordance ? undefined : chosen?.title;
};

function toItems<T>(choices: readonly PromptChoice<T>[]): Item<T>[] {
  return choices.flatMap((choice) => {
    const { label, description, detail, icon, heading } = choice;
    const item: Item<T> = {
      label: formatLabelText(label),
      choice,
      ...(description && { description: formatLabelText(description) }),
      ...(detail && { detail: formatLabelText(detail) }),
      ...(icon && { iconPath: new ThemeIcon(icon) }),
    };
    return heading ? [{ label: formatLabelText(heading), kind: QuickPickItemKind.Separator }, item] : [item];
  });
}

interface QuickInputOptions<T> {
  readonly title: string;
  readonly step?: PromptStep | undefined;
  /** Runs on Enter. The prompt stays open until it calls `resolve`. */
  readonly accept: (resolve: (answer: T) => void) => void;
  readonly button?: QuickInputButton;
  /** Rejects if the choices cannot be loaded. */
  readonly ready?: Promise<unknown>;
}

/** Shows a prompt until the user accepts it, goes back or presses Escape. */
async function showQuickInput<T>(
  box: InputBox | QuickPick<QuickPickItem>,
  { title, step, accept, button, ready }: QuickInputOptions<T>,
): Promise<T | PromptBack | undefined> {
  const answer = Promise.withResolvers<T | PromptBack | undefined>();
  box.title = toVisibleText(title);
  if (step && step.total > 1) {
    box.step = step.number;
    box.totalSteps = step.total;
    // A click elsewhere does not discard the earlier steps.
    box.ignoreFocusOut = true;
  }
  const isLater = step !== undefined && step.number > 1;
  box.buttons = [...(isLater ? [QuickInputButtons.Back] : []), ...(button ? [button] : [])];
  const subscriptions = [
    box.onDidAccept(() => accept(answer.resolve)),
    box.onDidHide(() => answer.resolve(undefined)),
    box.onDidTriggerButton((triggered) => {
      if (triggered === QuickInputButtons.Back) answer.resolve(promptBack);
    }),
  ];
  ready?.catch(answer.reject);
  box.show();
  try {
    return await answer.promise;
  } finally {
    for (const listener of subscriptions) listener.dispose();
    box.dispose();
  }
}

const severities = { info: InputBoxValidationSeverity.Info, warning: InputBoxValidationSeverity.Warning } as const;

interface InputCheck extends Disposable {
  readonly button: QuickInputButton;
}

/** The button that checks the text of an input box. `showProblem` shows why the text is invalid, and whether it is. */
function createInputCheck(box: InputBox, { title, run }: PromptCheck, showProblem: () => boolean): InputCheck {
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
