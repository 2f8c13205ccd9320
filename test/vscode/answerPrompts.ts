import * as vscode from "vscode";

const everyMs = 200;

/** Takes what every prompt offers, until the work is over. Where no prompt is open this does nothing. */
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

/**
 * As somebody who chooses one of these actions of each warning that offers it: no command of VS Code presses any but the first
 * button. Other warnings are shown.
 */
export async function chooseDuring<T>(actions: readonly string[], work: () => Promise<T>): Promise<T> {
  const { showWarningMessage: show } = vscode.window;
  const choose = async (message: string, ...offered: string[]) =>
    actions.find((action) => offered.includes(action)) ?? show(message, ...offered);
  const put = (value: unknown) =>
    Object.defineProperty(vscode.window, "showWarningMessage", { value, configurable: true });
  put(choose);
  try {
    return await work();
  } finally {
    put(show);
  }
}

/** As somebody who types these into the input boxes, one after the other; something else has to accept them. */
export async function typeDuring<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
  const { createInputBox: create } = vscode.window;
  const left = [...texts];
  const put = (value: unknown) => Object.defineProperty(vscode.window, "createInputBox", { value, configurable: true });
  put(() => {
    const box = create.call(vscode.window);
    const show = box.show.bind(box);
    return Object.assign(box, {
      show: () => {
        box.value = left.shift() ?? "";
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

/** As somebody who answers the modal questions that offer a choice, one after the other; undefined: Escape. */
export async function decideDuring<T>(
  answers: string | undefined | readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { showInformationMessage: show } = vscode.window;
  const left = Array.isArray(answers) ? [...answers] : [answers];
  const put = (value: unknown) =>
    Object.defineProperty(vscode.window, "showInformationMessage", { value, configurable: true });
  put(async (_message: string, ...offered: unknown[]) => {
    const answer = left.shift();
    return offered.includes(answer) ? answer : undefined;
  });
  try {
    return await work();
  } finally {
    put(show);
  }
}

/** Resolves with the first answer that is something. */
export async function waitForValue<T>(look: () => T | undefined | Thenable<T | undefined>, what: string): Promise<T> {
  const endsAt = Date.now() + 25_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > endsAt) throw new Error(`It never came to this: ${what}`);
    await new Promise((next) => setTimeout(next, everyMs / 4));
  }
}

/** What somebody chooses who deploys, whatever is asked about the code. */
export const deployAnywayActions = ["Deploy Anyway", "Run"] as const;
