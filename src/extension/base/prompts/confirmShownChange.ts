import * as l10n from "@vscode/l10n";
import type { Prompts } from "../ports.ts";

interface ShownChange {
  readonly title: string;
  readonly question: string;
  readonly action: string;
  /** Closed with the answer. */
  readonly page?: AsyncDisposable;
}

/**
 * Asks about a change that an editor shows. It is a pick, because a modal would cover the editor. True only for the named action.
 */
export async function confirmShownChange(
  { prompts }: { readonly prompts: Pick<Prompts, "pick"> },
  { title, question, action, page }: ShownChange,
): Promise<boolean> {
  await using _page = page;
  const picked = await prompts.pick({
    title,
    placeholder: question,
    choices: [
      { label: action, icon: "check", value: true },
      { label: l10n.t("Leave As It Is"), icon: "close", value: false },
    ],
    staysOpen: true,
  });
  return picked === true;
}
