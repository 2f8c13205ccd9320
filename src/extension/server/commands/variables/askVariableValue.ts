import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import { completeUrl } from "../../../../text/hosts/completeUrl.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import { endSentence } from "../../../../text/language/endSentence.ts";
import { removeMarkdown } from "../../../../text/markdown/removeMarkdown.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { PromptBack, PromptCheck, PromptStep } from "../../../base/ports.ts";
import { readVariableValue, type Variable } from "../../model/serverVariables.ts";

interface VariableQuestion {
  readonly title: string;
  /** What the value is for. */
  readonly prompt: string;
  /** The value that was entered before; by default the saved one. */
  readonly value?: string | undefined;
  /** The address of the API in the document. */
  readonly documentUrl?: string | undefined;
  readonly step?: PromptStep | undefined;
  readonly check?: PromptCheck | undefined;
  /** An empty text is a value: it clears the saved one. */
  readonly canClear?: true;
  /** An empty text goes on without a value. */
  readonly canSkip?: boolean | undefined;
}

export const formatAddressTitle = ({ name }: Server) => l10n.t`Base URL of ${name}`;

/** Prompts for a variable's value, and says where to find it. A value that may be secret is masked and never shown. */
export async function askVariableValue(
  app: Pick<EditorServices, "prompts">,
  server: Server,
  variable: Variable,
  question: VariableQuestion,
): Promise<string | PromptBack | undefined> {
  const { title, prompt, value = readVariableValue(server, variable) } = question;
  const { step, check, canClear, canSkip } = question;
  const { name, documentation, secret = true } = variable;
  const isAddress = name === "API_BASE_URL";
  const documentUrl = question.documentUrl ?? findExampleAddress(variable);
  const complete = (text: string) => (isAddress ? completeUrl(text) : text);
  const isSaved = isVariableSet(server, variable);
  const isClearable = canClear && isSaved !== false;
  // The description of a generated server's variable ends with the page.
  const page =
    documentation !== undefined && !prompt.includes(documentation) && l10n.t`Where to find it: ${documentation}`;
  const typed = await app.prompts.input({
    title,
    prompt: joinSentences(
      removeMarkdown(prompt),
      page,
      isClearable && l10n.t("Empty clears the saved value."),
      canSkip && l10n.t("Leave it empty to go on without it."),
    ),
    secret,
    ...(isSaved && value === undefined && { placeholder: l10n.t("A value is saved; the new one replaces it") }),
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    ...(check && { check: { ...check, run: (text, signal) => check.run(complete(text), signal) } }),
    validate: (text) => {
      if (text === "") return isClearable || canSkip ? undefined : l10n.t`${name} needs a value.`;
      return isAddress ? findAddressProblem(complete(text)) : undefined;
    },
    ...(isAddress && documentUrl !== undefined && { warn: (text) => findMissingPath(complete(text), documentUrl) }),
  });
  return typeof typed === "string" ? complete(typed) : typed;
}

/** Ends all but the last with a full stop: a text of a document may lack it, and a page is easier to open without one. */
function joinSentences(...texts: readonly (string | false | undefined)[]): string {
  const known = texts.filter(Boolean);
  return joinWords(...known.map((text, at) => (text && at < known.length - 1 ? endSentence(text) : text)));
}

/** The description of the address of an API names that of the document, or an example with its path. */
const findExampleAddress = ({ description = "" }: Variable): string | undefined =>
  /https?:\/\/[^\s,]+/.exec(description)?.[0].replace(/\.$/, "");

function findMissingPath(text: string, documentUrl: string): string | undefined {
  const path = URL.parse(documentUrl)?.pathname ?? "/";
  const isMissing = path !== "/" && URL.parse(text)?.pathname === "/";
  return isMissing ? l10n.t`This address has no path; that of the document has ${path}.` : undefined;
}

function findAddressProblem(text: string): string | undefined {
  const isAddress = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
  return isAddress ? undefined : l10n.t("Enter the whole address, such as http://localhost:8080/v1.");
}
