import { isAbortError, readErrorMessage } from "../core/foundation/failure.ts";
import { rowOf, type TreeNode } from "../core/view/nodes.ts";
import type { App, CommandHandler } from "./app.ts";

/** A command failed on some of the selected rows. */
class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** Runs a command on every selected row of these kinds, one after another, after one question for all of them. */
export function onEachSelected<Context>(
  command: CommandHandler<Context>,
  verb: string,
  kinds: readonly TreeNode["kind"][],
): CommandHandler<Context & Pick<App, "prompts" | "settings">> {
  return async (app, target) => {
    const nodes = (target.nodes ?? []).filter(({ kind }) => kinds.includes(kind));
    if (nodes.length < 2) return command(app, target);
    const names = nodes.map((node) => rowOf(node).describe(node, Date.now()).label);
    const message = `${verb} ${nodes.length} selected rows?`;
    const isAsked = app.settings().confirm.includes("severalRows");
    if (isAsked && !(await app.prompts.confirm({ message, detail: names.join("\n"), action: verb }))) return;
    const failures: unknown[] = [];
    for (const [index, node] of nodes.entries()) {
      try {
        await command(app, { node });
      } catch (error) {
        if (!isAbortError(error)) failures.push(`${names[index]}: ${readErrorMessage(error)}`);
      }
    }
    if (failures.length > 0)
      throw new SelectionError(`${verb} failed for ${failures.length} of ${nodes.length}. ${failures.join(" ")}`);
  };
}
