import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import { removeMarkdown } from "../../../../text/markdown/removeMarkdown.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { PromptBack, PromptCheck, PromptStep } from "../../../base/ports.ts";
import { isVariableSet, readVariableValue, type Variable } from "../../model/serverVariables.ts";

interface VariableQuestion {
  readonly title: string;
  /** What the value is for. */
  readonly prompt: string;
  /** The value that was entered before; by default the saved one. */
  readonly value?: string | undefined;
  readonly step?: PromptStep | undefined;
  readonly check?: PromptCheck | undefined;
  /** An empty text is a value: it clears the saved one. */
  readonly canClear?: true;
  /** An empty text goes on without a value. */
  readonly canSkip?: boolean | undefined;
}

/** Prompts for a variable's value, and says where to find it. A value that may be secret is masked and never shown. */
export function askVariableValue(
  app: Pick<EditorServices, "prompts">,
  server: Server,
  variable: Variable,
  { title, prompt, value = readVariableValue(server, variable), step, check, canClear, canSkip }: VariableQuestion,
): Promise<string | PromptBack | undefined> {
  const { name, documentation, secret = true } = variable;
  const isSaved = isVariableSet(server, variable);
  const isClearable = canClear && isSaved !== false;
  // The description of a generated server's variable ends with the page.
  const page =
    documentation !== undefined && !prompt.includes(documentation) && l10n.t`Where to find it: ${documentation}`;
  return app.prompts.input({
    title,
    prompt: joinWords(
      removeMarkdown(prompt),
      page,
      isClearable && l10n.t("Empty clears the saved value."),
      canSkip && l10n.t("Leave it empty to go on without it."),
    ),
    secret,
    ...(isSaved && value === undefined && { placeholder: l10n.t("A value is saved; the new one replaces it") }),
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    ...(check && { check }),
    validate: (text) => {
      if (text === "") return isClearable || canSkip ? undefined : l10n.t`${name} needs a value.`;
      return name === "API_BASE_URL" ? findAddressProblem(text) : undefined;
    },
  });
}

function findAddressProblem(text: string): string | undefined {
  const isAddress = /^https?:\/\/[^/]/i.test(text.trim()) && URL.canParse(text.trim());
  return isAddress ? undefined : l10n.t("Enter the whole address, such as http://localhost:8080/v1.");
}
