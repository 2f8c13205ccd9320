import type { Messages } from "../../../src/core/foundation/ports.ts";

export interface ScriptedMessages extends Messages {
  /** `error: text [actions]`, in order. */
  readonly shown: readonly string[];
  /** Resolves with the first message that contains a text. */
  until(text: string): Promise<string>;
}

/** Chooses each of the actions named once, when it is offered; all other messages are dismissed. */
export function createScriptedMessages(...actions: readonly string[]): ScriptedMessages {
  const wanted = [...actions];
  const shown: string[] = [];
  const waiting = new Set<() => void>();
  const show =
    (level: string) =>
    async (message: string, ...offered: string[]) => {
      shown.push(`${level}: ${message}${offered.length > 0 ? ` [${offered.join(", ")}]` : ""}`);
      for (const look of [...waiting]) look();
      const [first] = wanted;
      if (first === undefined || !offered.includes(first)) return undefined;
      return wanted.shift();
    };
  return {
    shown,
    info: show("info"),
    warning: show("warning"),
    error: show("error"),
    until: (text) =>
      new Promise((resolve) => {
        const look = () => {
          const found = shown.find((message) => message.includes(text));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
