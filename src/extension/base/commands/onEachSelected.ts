import * as l10n from "@vscode/l10n";
import { rowOf, type TreeNode } from "../../workbench/nodes.ts";
import type { CommandHandler, EditorServices } from "../editorServices.ts";
import { isAbortError, readErrorMessage } from "../failure.ts";

/** A command failed on some of the selected rows. */
class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** What is asked before a command runs on several rows, and what is said if it fails on some. */
const selectionTexts = {
  deploy: {
    action: l10n.t("Deploy"),
    ask: (count: number) => l10n.t`Deploy ${count} selected rows?`,
    explain: (failed: number, count: number) => l10n.t`Deploy failed for ${failed} of ${count}.`,
  },
  install: {
    action: l10n.t("Install"),
    ask: (count: number) => l10n.t`Install ${count} selected rows?`,
    explain: (failed: number, count: number) => l10n.t`Install failed for ${failed} of ${count}.`,
  },
  test: {
    action: l10n.t("Test"),
    ask: (count: number) => l10n.t`Test ${count} selected rows?`,
    explain: (failed: number, count: number) => l10n.t`Test failed for ${failed} of ${count}.`,
  },
} as const;

/** Runs a command on every selected row of these kinds, one after another, after one question for all of them. */
export function onEachSelected<Context>(
  command: CommandHandler<Context>,
  verb: keyof typeof selectionTexts,
  kinds: readonly TreeNode["kind"][],
): CommandHandler<Context & Pick<EditorServices, "prompts" | "settings">> {
  return async (app, target) => {
    const nodes = (target.nodes ?? []).filter(({ kind }) => kinds.includes(kind));
    if (nodes.length < 2) return command(app, target);
    const names = nodes.map((node) => rowOf(node).describe(node, Date.now()).label);
    const { action, ask, explain } = selectionTexts[verb];
    const message = ask(nodes.length);
    const isAsked = app.settings().confirm.includes("severalRows");
    if (isAsked && !(await app.prompts.confirm({ message, detail: names.join("\n"), action }))) return;
    const failures: string[] = [];
    for (const [index, node] of nodes.entries()) {
      try {
        await command(app, { node });
      } catch (error) {
        if (!isAbortError(error)) failures.push(`${names[index]}: ${readErrorMessage(error)}`);
      }
    }
    if (failures.length > 0) throw new SelectionError([explain(failures.length, nodes.length), ...failures].join(" "));
  };
}
