import { type Profile, profileSchema } from "../../contract/dialectProfile.ts";
import { checkProfile } from "../../core/compatibility/checkProfile.ts";
import { changedOperations } from "../../core/compatibility/mergeProfile.ts";
import { refuseLocal } from "../../core/compatibility/requireProfile.ts";
import { editedText } from "../../core/documents/jsonDocuments.ts";
import { problemWords } from "../../core/foundation/jsonDocument.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Command } from "../app.ts";
import { keepProfile } from "./applyProfile.ts";
import { sessionInUse } from "./ensureSession.ts";

const showChanges = "Show Changes";

/** Takes a profile from a file, after saying what it replaces. */
export const importProfile: Command = async (app) => {
  const used = await sessionInUse(app);
  if (!used) return;
  refuseLocal(app);
  const { name } = used.connection;
  const file = await app.documents.askFile({ title: `Import a Profile for ${name}`, action: "Import" });
  const profile = file === undefined ? undefined : await readProfile(app, file);
  if (file === undefined || !profile) return;
  if (!(await mayReplace(app, name, inOrder(used.keeper.read()), profile, file))) return;
  await keepProfile(app, used.keeper, profile);
  say(app, "info", `${name} now has the profile of ${documentName(file)}.`);
};

/** As it is written to a file and read again: two that say the same look the same. */
function inOrder(profile: Profile): Profile {
  return profileSchema.parse(profile);
}

async function readProfile(app: App, file: string): Promise<Profile | undefined> {
  const checked = checkProfile(await app.documents.read(file));
  if (checked.kind === "profile") return checked.profile;
  const { problems } = checked;
  const message = `${documentName(file)} is not a profile, so nothing was imported. ${problemWords(problems)}`;
  say(app, "warning", message, {
    "Show Problem": () => app.documents.show(file, { preview: false, line: problems[0]?.line ?? 0 }),
  });
  return undefined;
}

async function mayReplace(app: App, name: string, before: Profile, after: Profile, file: string): Promise<boolean> {
  const changed = changedOperations(before, after);
  if (changed.length === 0 && editedText(before) === editedText(after)) {
    say(app, "info", `${documentName(file)} is the profile that ${name} has already.`);
    return false;
  }
  const answer = await app.prompts.decide({
    message: `Replace the profile of ${name} with that of ${documentName(file)}?`,
    detail: replaceWords(before, after, changed),
    actions: ["Replace", showChanges],
  });
  if (answer === showChanges)
    await app.documents.showDifference(
      `Profile of ${name}: Now and Imported`,
      { name: "now.json", text: editedText(before) },
      { name: "imported.json", text: editedText(after) },
    );
  return answer === "Replace";
}

function replaceWords(before: Profile, after: Profile, changed: readonly string[]): string {
  const rest = ["dialect", "credential", "tenant", "document", "states", "errors"] as const;
  const differs = rest.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  return [
    changed.length === 0
      ? "It is the same for all operations."
      : `It differs for ${changed.length === 1 ? "1 operation" : `${changed.length} operations`}: ${changed.join(", ")}.`,
    ...(differs.length === 0 ? [] : [`It has another ${differs.join(", ")}.`]),
    "What was learned of this service and is not in it is learned again. Export the profile first to keep it.",
  ].join("\n");
}
