import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptStep, promptBack } from "../../../base/ports.ts";
import { askAfterSteps } from "../../../base/prompts/askInSequence.ts";
import { formatVariablePurpose, readVariableValue } from "../../model/serverVariables.ts";
import { askVariableValue, formatAddressTitle } from "./askVariableValue.ts";
import { saveVariables } from "./saveVariables.ts";

/** A value that does not work. */
interface TriedValue {
  /** The address of the API in the document, which was tried where no value is saved. */
  readonly documentUrl: string | undefined;
  readonly problem: string;
}

type Environment = Readonly<Record<string, string>>;

/** Asks for the values of variables of a server, and saves them together; undefined: cancelled, and nothing changed. */
export async function setVariables(
  app: EditorServices,
  client: ServiceClient,
  server: Server,
  names: readonly string[],
  tried?: TriedValue,
): Promise<Server | undefined> {
  const questions = names.map((name) => async (given: Environment, step: PromptStep) => {
    const known = server.variables?.find((one) => one.name === name) ?? { name };
    const value = await askVariableValue(app, server, known, {
      title: name === "API_BASE_URL" ? formatAddressTitle(server) : l10n.t`Set ${name} of ${server.name}`,
      prompt: joinWords(
        step.number === 1 && tried?.problem,
        formatVariablePurpose(server, known) || l10n.t`The value of ${name}. ${server.name} is deployed again with it.`,
      ),
      value: given[name] ?? readVariableValue(server, known) ?? tried?.documentUrl,
      documentUrl: tried?.documentUrl,
      step: step.total > 1 ? step : undefined,
    });
    return value === undefined || value === promptBack ? value : { ...given, [name]: value };
  });
  const values = await askAfterSteps<Environment>(0, {}, questions);
  return values === undefined || values === promptBack ? undefined : saveVariables(app, client, server, values);
}
