import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { PromptBack, PromptCheck, PromptStep } from "../../../base/ports.ts";
import type { App } from "../../../workbench/app.ts";
import { isVariableSet, readVariableValue, type Variable } from "../../model/serverVariables.ts";

interface VariableQuestion {
  readonly title: string;
  /** What the value is for. */
  readonly prompt: string;
  /** The value that was entered before; by default the saved one. */
  readonly value?: string | undefined;
  readonly step?: PromptStep | undefined;
  readonly check?: PromptCheck | undefined;
}

/** Prompts for a variable's value, and says where to find it. A value that may be secret is masked and never shown. */
export function askVariableValue(
  app: Pick<App, "prompts">,
  server: Server,
  variable: Variable,
  { title, prompt, value = readVariableValue(server, variable), step, check }: VariableQuestion,
): Promise<string | PromptBack | undefined> {
  const { name, documentation, secret = true } = variable;
  const isSaved = isVariableSet(server, variable);
  // The description of a generated server's variable ends with the page.
  const page =
    documentation !== undefined && !prompt.includes(documentation) && l10n.t`Where to find it: ${documentation}`;
  return app.prompts.input({
    title,
    prompt: joinWords(prompt, page),
    secret,
    ...(isSaved && value === undefined && { placeholder: l10n.t("A value is saved; the new one replaces it") }),
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    ...(check && { check }),
    validate: (text) => {
      if (text !== "") return undefined;
      return isSaved ? l10n.t("Enter a value. Clear Value removes the saved one.") : l10n.t`${name} needs a value.`;
    },
  });
}
