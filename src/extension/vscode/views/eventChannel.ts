import * as vscode from "vscode";

/** The output channel `Fairlead Events`; its language `log` colours times and levels. */
export interface EventChannel {
  write(lines: readonly string[]): void;
  show(): void;
  dispose(): void;
}

export function createEventChannel(): EventChannel {
  const channel = vscode.window.createOutputChannel("Fairlead Events", "log");
  return {
    write: (lines) => {
      if (lines.length > 0) channel.append(`${lines.join("\n")}\n`);
    },
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
