import type { Messages, NextSteps } from "../../../src/extension/base/ports.ts";
import { waitOrShow } from "../waitOrShow.ts";

export interface ScriptedMessages extends Messages {
  /** `error: text [actions]`, in order. */
  readonly shown: readonly string[];
  /** Resolves with the first message that contains a text. */
  waitFor(text: string): Promise<string>;
}

/** Chooses each action once, when a message offers it, and dismisses all other messages. */
export function createScriptedMessages(...actions: readonly string[]): ScriptedMessages {
  const remainingActions = [...actions];
  const shown: string[] = [];
  const listeners = new Set<() => void>();
  const show =
    (level: string) =>
    async (message: string, steps: NextSteps = {}) => {
      const offered = Object.keys(steps);
      shown.push(`${level}: ${message}${offered.length > 0 ? ` [${offered.join(", ")}]` : ""}`);
      for (const check of [...listeners]) check();
      const [first] = remainingActions;
      if (first === undefined || !offered.includes(first)) return;
      remainingActions.shift();
      await steps[first]?.();
    };
  return {
    shown,
    info: show("info"),
    warning: show("warning"),
    error: show("error"),
    status: (message) => void show("status")(message),
    waitFor: (text) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const check = () => {
        const found = shown.find((message) => message.includes(text));
        if (found === undefined) return;
        listeners.delete(check);
        resolve(found);
      };
      listeners.add(check);
      check();
      return waitOrShow(promise, () => shown);
    },
  };
}
