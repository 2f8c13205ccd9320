import type { Evidence } from "../../contract/evidence.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import { type Mapping, mapProfile } from "../../core/compatibility/applyResponseMapping.ts";
import { placeWords } from "../../core/compatibility/jsonPlaces.ts";
import { wantedOf } from "../../core/compatibility/mappingFields.ts";
import { profileStore, refuseLocal } from "../../core/compatibility/requireProfile.ts";
import { requestLine } from "../../core/console/formatOperation.ts";
import { operationAreas } from "../../core/console/operationAreas.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command } from "../app.ts";
import { keepProfile } from "./applyProfile.ts";
import { askMapping } from "./askMapping.ts";
import { sessionInUse } from "./ensureSession.ts";
import { operationOf } from "./findTargetOperation.ts";
import { showRawAnswer } from "./showRawResponse.ts";

/** Shows what the service answers, and asks where in it is what Fairlead shows. Escaped, everything stays as it was. */
export const mapAnswer: Command = async (app, target) => {
  const session = await sessionInUse(app);
  if (!session) return;
  refuseLocal(app);
  const name = operationOf(target) ?? (await pickOperation(app, session.keeper.evidence()));
  const wanted = name && wantedOf(name);
  if (!name || !wanted) return;
  const json = await showRawAnswer(app, session.client, name);
  if (json === undefined) return;
  const mapping = await askMapping(app.prompts, name, wanted, json);
  if (!mapping) return;
  // The user may have gone to another service meanwhile.
  const keeper = profileStore(app, session.connection.id);
  await keepProfile(app, keeper, mapProfile(keeper.read(), name, wanted.kind, mapping));
  say(app, "info", `${name} is read as you said: ${mappingWords(mapping)}.`, {
    "Edit Profile": () => app.run("fairlead.profile.edit"),
  });
};

const outcomeWords: Partial<Record<Evidence["outcome"], string>> = {
  unclear: "not understood",
  assumed: "partly assumed",
  missing: "not offered",
  forbidden: "forbidden",
};

/** Those that were not understood come first. */
async function pickOperation(
  app: App,
  evidence: Partial<Record<OperationName, Evidence>>,
): Promise<OperationName | undefined> {
  const isUnclear = (name: OperationName) => evidence[name]?.outcome === "unclear";
  const readable = operationAreas
    .flatMap(({ names }) => names)
    .filter((name) => operations[name].method === "GET" && wantedOf(name) !== undefined);
  const names = [...readable.filter(isUnclear), ...readable.filter((name) => !isUnclear(name))];
  const picked = await app.prompts.pick<OperationName>({
    title: "Map an Answer",
    placeholder: "Which answer is not understood, or not right?",
    choices: names.map((name): Choice<OperationName> => {
      const outcome = outcomeWords[evidence[name]?.outcome ?? "recognised"];
      return {
        label: name,
        description: outcome ?? requestLine(name),
        detail: operations[name].summary,
        ...(isUnclear(name) && { icon: "question" }),
        value: name,
      };
    }),
  });
  return picked === back ? undefined : picked;
}

function mappingWords({ place, fields }: Mapping): string {
  const said = Object.entries(fields).map(([name, at]) => `${name} is ${at ? placeWords(at) : "not there"}`);
  return [`its items are in ${placeWords(place)}`, ...said].join(", ");
}
