import type { Evidence } from "../../contract/evidence.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { applyResponseMapping, type ResponseMapping } from "../../core/compatibility/applyResponseMapping.ts";
import { outcomeLabels } from "../../core/compatibility/compatibilityReportSchema.ts";
import { formatMappedPlace } from "../../core/compatibility/jsonPlaces.ts";
import { findMappingFields } from "../../core/compatibility/mappingFields.ts";
import { rejectLocalProfile, requireProfile } from "../../core/compatibility/requireProfile.ts";
import { operationAreas } from "../../core/console/operationAreas.ts";
import { type PromptChoice, promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { applyProfile } from "./applyProfile.ts";
import { askMapping } from "./askMapping.ts";
import { ensureSession } from "./ensureSession.ts";
import { findTargetOperation } from "./findTargetOperation.ts";
import { showRawResponse } from "./showRawResponse.ts";

/** Shows a response and prompts for the paths of the fields that Fairlead shows. Cancelling changes nothing. */
export const mapResponse: CommandHandler<
  Pick<App, "client" | "connections" | "documents" | "log" | "messages" | "prompts" | "refresh" | "run">
> = async (app, target) => {
  const session = await ensureSession(app);
  if (!session) return;
  rejectLocalProfile(app);
  const name = findTargetOperation(target) ?? (await pickOperation(app, session.profileStore.evidence()));
  const wanted = name && findMappingFields(name);
  if (!name || !wanted) return;
  const json = await showRawResponse(app, session.client, name);
  if (json === undefined) return;
  const mapping = await askMapping(app.prompts, name, wanted, json);
  if (!mapping) return;
  // The user may have switched the connection meanwhile.
  const profileStore = requireProfile(app, session.connection.id);
  await applyProfile(app, profileStore, applyResponseMapping(profileStore.read(), name, wanted.kind, mapping));
  showMessage(app, "info", `${name} is read with your mapping: ${formatMapping(mapping)}.`, {
    "Edit Profile": () => app.run("fairlead.profile.edit"),
  });
};

/** Operations whose answers cannot be read come first. */
async function pickOperation(
  app: Pick<App, "prompts">,
  evidence: Partial<Record<OperationName, Evidence>>,
): Promise<OperationName | undefined> {
  const isUnreadable = (name: OperationName) => evidence[name]?.unreadable !== undefined;
  const readable = operationAreas
    .flatMap(({ names }) => names)
    .filter((name) => operationTable[name].method === "GET" && findMappingFields(name) !== undefined);
  const names = [...readable.filter(isUnreadable), ...readable.filter((name) => !isUnreadable(name))];
  const picked = await app.prompts.pick<OperationName>({
    title: "Map an Answer",
    placeholder: "Which answer cannot be read, or is read wrong?",
    choices: names.map((name): PromptChoice<OperationName> => {
      const { outcome = "notTried" } = evidence[name] ?? {};
      return {
        label: name,
        description: isUnreadable(name) ? "cannot be read" : outcomeLabels[outcome].toLowerCase(),
        detail: operationTable[name].summary,
        ...(isUnreadable(name) && { icon: "question" }),
        value: name,
      };
    }),
  });
  return picked === promptBack ? undefined : picked;
}

function formatMapping({ path, fields }: ResponseMapping): string {
  const said = Object.entries(fields).map(([name, at]) => `${name} is ${at ? formatMappedPlace(at) : "not there"}`);
  return [`its items are in ${formatMappedPlace(path)}`, ...said].join(", ");
}
