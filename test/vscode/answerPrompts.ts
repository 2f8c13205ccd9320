import * as vscode from "vscode";

const everyMs = 200;

/** Takes what every prompt offers, until the work is over. Where no prompt is open this does nothing. */
export async function acceptingPrompts<T>(work: Thenable<T>): Promise<T> {
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

/** Resolves with the first answer that is something. */
export async function until<T>(look: () => T | undefined | Thenable<T | undefined>, what: string): Promise<T> {
  const endsAt = Date.now() + 25_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > endsAt) throw new Error(`It never came to this: ${what}`);
    await new Promise((next) => setTimeout(next, everyMs / 4));
  }
}
