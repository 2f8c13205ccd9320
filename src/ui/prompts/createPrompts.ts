import {
  type InputBox,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from "vscode";
import {
  type PromptBack,
  type PromptChoice,
  type PromptStep,
  type Prompts,
  promptBack,
} from "../../core/foundation/ports.ts";
import { formatLabelText, formatMessageText } from "../../text/plainMessage.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";

interface Item<T> extends QuickPickItem {
  /** None on headings. */
  readonly choice?: PromptChoice<T>;
}

interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly PromptChoice<T>[] | Promise<readonly PromptChoice<T>[]>;
  readonly active?: (value: T) => boolean;
  readonly step?: PromptStep;
}

export function createPrompts(): Prompts {
  return { pick, pickMany, input, confirm, decide };
}

async function pick<T>({
  title,
  placeholder,
  choices,
  active,
  step,
}: PickQuestion<T>): Promise<T | PromptBack | undefined> {
  const box = window.createQuickPick<Item<T>>();
  box.placeholder = formatMessageText(placeholder);
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  const ready = Promise.resolve(choices).then((found) => {
    const remembered = found.filter(({ value }) => active?.(value));
    box.items = itemsOf([...remembered, ...found.filter((choice) => !remembered.includes(choice))]);
    box.busy = false;
  });
  return askQuickInput<T>(box, {
    title,
    step,
    ready,
    accept: (give) => {
      const choice = box.selectedItems[0]?.choice;
      if (choice) give(choice.value);
    },
  });
}

const pickMany: Prompts["pickMany"] = async (question) => {
  type Value = Parameters<typeof question.picked>[0];
  const box = window.createQuickPick<Item<Value>>();
  box.placeholder = formatMessageText(question.placeholder);
  box.canSelectMany = true;
  box.ignoreFocusOut = true;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.items = itemsOf(question.choices);
  box.selectedItems = box.items.filter(({ choice }) => choice && question.picked(choice.value));
  const accept = (give: (answer: readonly Value[]) => void) =>
    give(box.selectedItems.flatMap(({ choice }) => (choice ? [choice.value] : [])));
  return askQuickInput(box, { title: question.title, step: question.step, accept });
};

const input: Prompts["input"] = async ({ title, prompt, value, placeholder, problem, secret, validate, step }) => {
  const box = window.createInputBox();
  box.prompt = formatMessageText(prompt);
  box.value = value ?? "";
  box.placeholder = placeholder ?? "";
  box.password = secret ?? false;
  // What was typed or fetched from elsewhere is not lost to a click.
  box.ignoreFocusOut = true;
  const told = (words: string | undefined) => (words === undefined ? undefined : formatMessageText(words));
  box.validationMessage = told(problem);
  const listening = box.onDidChangeValue((text) => {
    box.validationMessage = told(validate?.(text));
  });
  const accept = (give: (text: string) => void) => {
    box.validationMessage = told(validate?.(box.value));
    if (box.validationMessage === undefined || box.validationMessage === "") give(box.value);
  };
  try {
    return await askQuickInput(box, { title, step, accept });
  } finally {
    listening.dispose();
  }
};

const confirm: Prompts["confirm"] = async ({ message, detail, action }) =>
  (await window.showWarningMessage(
    formatMessageText(message),
    { modal: true, detail: formatMessageText(detail) },
    action,
  )) === action;

const decide: Prompts["decide"] = async ({ message, detail, actions }) =>
  window.showInformationMessage(
    formatMessageText(message),
    { modal: true, detail: formatMessageText(detail) },
    ...actions,
  );

function itemsOf<T>(choices: readonly PromptChoice<T>[]): Item<T>[] {
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

interface Ask<T> {
  readonly title: string;
  readonly step?: PromptStep | undefined;
  /** Enter was pressed: `give` answers, and not calling it keeps the question open. */
  readonly accept: (give: (answer: T) => void) => void;
  /** Rejects where there is nothing to choose from after all. */
  readonly ready?: Promise<unknown>;
}

/** Shows a question until it is answered, left by Back or escaped. */
async function askQuickInput<T>(
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
