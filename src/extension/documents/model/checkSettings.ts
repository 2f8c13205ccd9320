import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { projectOperations } from "../../../contract/projects.ts";
import { serverOperations } from "../../../contract/servers.ts";
import { skillOperations } from "../../../contract/skills.ts";
import { userSettingsOperations } from "../../../contract/userSettings.ts";
import { splitPointer } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";
import type { DocumentFields } from "./fieldChanges.ts";
import type { SettingsKind } from "./remoteDocumentUri.ts";

const project = projectOperations["project.update"].body.shape;
const server = serverOperations["server.update"].body.shape;
const skill = skillOperations["skill.update"].body.shape;

const leftOut = "Omitted fields stay unchanged.";

/** The schemas of settings documents: the contract's editable fields. The build creates JSON schemas from them. */
export const settingsSchemas = {
  project: z
    .strictObject({
      name: project.name.describe("The project's name."),
      description: project.description.describe("The description; null clears it."),
    })
    .describe(`A project's settings. ${leftOut}`),
  server: z
    .strictObject({
      name: server.name.describe("The server's name. Its URL stays the same."),
      description: server.description.describe("The description; null clears it."),
      desiredState: server.desiredState.describe("Starts or stops the deployment."),
      environment: server.environment.describe(
        "The variables that the server finds when it runs. A value that is kept secret reads back as null, and null leaves it " +
          "as it is; write a text to replace it. A variable whose line is removed is removed. Deploy the server again for " +
          "changes to take effect.",
      ),
    })
    .describe(`A server's settings. ${leftOut}`),
  skill: z
    .strictObject({ projectId: skill.projectId.describe("The project that the skill is in.") })
    .describe("A skill's settings. All else about a skill is in its files: publish them to change it."),
  user: z
    .strictObject(userSettingsOperations["userSettings.update"].body.shape)
    .describe(`Your settings at this service. ${leftOut} null brings back what is usual.`),
} as const satisfies Record<SettingsKind, z.ZodObject>;

export type CheckedSettings =
  | { readonly kind: "fields"; readonly fields: DocumentFields }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/**
 * Parses settings as the service accepts them, or reports problems. The format is JSON without comments because
 * comments could not be stored.
 */
export function checkSettings(kind: SettingsKind, text: string, before: DocumentFields): CheckedSettings {
  const json = parseJsonDocument(text);
  if ("problem" in json) return problems([json.problem]);
  const { value } = json;
  const { data, error } = settingsSchemas[kind].safeParse(value);
  const positions = createJsonPositions(text);
  if (error) {
    const unknown = (field: string) => l10n.t`"${field}" cannot be changed here.`;
    return problems(findSchemaProblems(positions, { value, error }, unknown).slice(0, maxDocumentProblems));
  }
  const emptied = valuelessNames(before, data).map((path) =>
    positions.at(path, l10n.t("A variable needs a value. To remove it, remove its line."), "no-value"),
  );
  return emptied.length > 0 ? problems(emptied) : { kind: "fields", fields: data };
}

/** null represents a stored value that is not shown, so it is invalid for a new name or for one with a shown value. */
function valuelessNames(before: DocumentFields, after: DocumentFields): readonly (readonly string[])[] {
  return Object.entries(after).flatMap(([field, map]) => {
    if (!isRecord(map)) return [];
    const old = before[field];
    const isKept = (name: string) => isRecord(old) && Object.hasOwn(old, name) && old[name] === null;
    return Object.entries(map).flatMap(([name, value]) => (value === null && !isKept(name) ? [[field, name]] : []));
  });
}

/** A service names a field by `a.b` or by a JSON pointer. */
export function findRejectedFields(
  text: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): readonly DocumentProblem[] {
  const positions = createJsonPositions(text);
  return errors.map(({ path, message }) => positions.at(partsOf(path), message, "refused"));
}

function partsOf(path: string): readonly string[] {
  return path.startsWith("/") ? splitPointer(path) : path.split(".").filter(Boolean);
}

const problems = (found: readonly DocumentProblem[]): CheckedSettings => ({ kind: "problems", problems: found });
