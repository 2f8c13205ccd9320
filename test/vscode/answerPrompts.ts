import * as vscode from "vscode";

const everyMs = 200;

/** Accepts every prompt until the work is done. */
export async function acceptPromptsDuring<T>(work: Thenable<T>): Promise<T> {
  let isOver = false;
  const accept = async (): Promise<void> => {
    if (isOver) return;
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await new Promise((next) => setTimeout(next, everyMs));
    return accept();
  };
  void accept();
  try {
    return await work;
  } finally {
    isOver = true;
  }
}

type ShowMessage = (message: string, ...offered: unknown[]) => Thenable<unknown>;

/** What a message offers for an action: a text, or a button with that title. */
const findOffered = (offered: readonly unknown[], action: string | undefined) =>
  offered.find((one) => one === action || (typeof one === "object" && one && "title" in one && one.title === action));

/**
 * Answers messages that offer one of these actions with it, because VS Code has commands for the first button only. Other
 * messages are shown.
 */
export async function chooseDuring<T>(actions: readonly string[], work: () => Promise<T>): Promise<T> {
  const { showWarningMessage, showInformationMessage } = vscode.window;
  const put = (name: string, value: ShowMessage) =>
    Object.defineProperty(vscode.window, name, { value, configurable: true });
  const chooseOr =
    (show: ShowMessage): ShowMessage =>
    async (message, ...offered) =>
      actions.map((action) => findOffered(offered, action)).find(Boolean) ?? show(message, ...offered);
  put("showWarningMessage", chooseOr(showWarningMessage));
  put("showInformationMessage", chooseOr(showInformationMessage));
  try {
    return await work();
  } finally {
    put("showWarningMessage", showWarningMessage);
    put("showInformationMessage", showInformationMessage);
  }
}

/** Enters these texts into the input boxes in order, without accepting them. */
export async function typeDuring<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
  const { createInputBox: create } = vscode.window;
  const remaining = [...texts];
  const put = (value: unknown) => Object.defineProperty(vscode.window, "createInputBox", { value, configurable: true });
  put(() => {
    const box = create.call(vscode.window);
    const show = box.show.bind(box);
    return Object.assign(box, {
      show: () => {
        box.value = remaining.shift() ?? "";
        show();
      },
    });
  });
  try {
    return await work();
  } finally {
    put(create);
  }
}

/** Answers the modal dialogs with a choice in order; undefined means Escape. */
export async function decideDuring<T>(
  answers: string | undefined | readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { showInformationMessage: show } = vscode.window;
  const remaining = Array.isArray(answers) ? [...answers] : [answers];
  const put = (value: unknown) =>
    Object.defineProperty(vscode.window, "showInformationMessage", { value, configurable: true });
  put(async (_message: string, ...offered: unknown[]) => findOffered(offered, remaining.shift()));
  try {
    return await work();
  } finally {
    put(show);
  }
}

/** Resolves with the first result that is not undefined. */
export async function waitForValue<T>(read: () => T | undefined | Thenable<T | undefined>, what: string): Promise<T> {
  const endsAt = Date.now() + 120_000;
  for (;;) {
    const found = await read();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > endsAt) throw new Error(`It never came to this: ${what}`);
    await new Promise((next) => setTimeout(next, everyMs / 4));
  }
}

/** The actions that accept the questions before a deployment. */
export const deployAnywayActions = ["Deploy Without Tests", "Run"] as const;
