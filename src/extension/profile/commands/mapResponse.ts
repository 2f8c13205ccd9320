import * as l10n from "@vscode/l10n";
import type { Evidence } from "../../../contract/evidence.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { operationAreas } from "../../console/model/operationAreas.ts";
import { outcomeLabels } from "../model/compatibilityReportSchema.ts";
import { findMappingFields } from "../model/mapping/mappingFields.ts";
import { rejectLocalProfile } from "../model/requireProfile.ts";
import type { ProfileServices } from "../profileServices.ts";
import { ensureSession } from "./ensureSession.ts";
import { askExampleInput, findTargetOperation, isReadable } from "./showRawResponse.ts";

/** Opens the panel that shows an answer beside what is read from it. The panel changes nothing until the user saves. */
export const mapResponse: CommandHandler<
  EditorServices & ConnectionServices & Pick<ProfileServices, "showMapping">
> = async (app, target) => {
  const session = await ensureSession(app);
  if (!session) return;
  rejectLocalProfile(app);
  const operation = findTargetOperation(target) ?? (await pickOperation(app, session.profileStore.evidence()));
  if (!operation || !findMappingFields(operation) || !isReadable(app, operation)) return;
  const input = await askExampleInput(app, session.client, operation);
  if (input) app.showMapping({ connection: session.connection.id, operation, ...input });
};

/** Operations whose answers cannot be read come first. */
async function pickOperation(
  app: EditorServices,
  evidence: Partial<Record<OperationName, Evidence>>,
): Promise<OperationName | undefined> {
  const isUnreadable = (name: OperationName) => evidence[name]?.unreadable !== undefined;
  const readable = operationAreas
    .flatMap(({ names }) => names)
    .filter((name) => operationTable[name].method === "GET" && findMappingFields(name) !== undefined);
  const names = [...readable.filter(isUnreadable), ...readable.filter((name) => !isUnreadable(name))];
  const picked = await app.prompts.pick<OperationName>({
    title: l10n.t("Map an Answer"),
    placeholder: l10n.t("Which answer cannot be read, or is read wrong?"),
    choices: names.map((name): PromptChoice<OperationName> => {
      const { outcome = "notTried" } = evidence[name] ?? {};
      return {
        label: name,
        description: isUnreadable(name) ? l10n.t("cannot be read") : outcomeLabels[outcome].toLowerCase(),
        detail: operationTable[name].summary,
        ...(isUnreadable(name) && { icon: "question" }),
        value: name,
      };
    }),
  });
  return picked === promptBack ? undefined : picked;
}
