import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import { type FindSkillRequestContext, findSkillRequest } from "./findSkillRequest.ts";
import { type RunAndAnnounceTestsContext, runAndAnnounceTests } from "./runAndAnnounceTests.ts";

/** Runs the cases of a skill: of its workspace folder if there is one, else of a version. */
export const testSkill: CommandHandler<FindSkillRequestContext & RunAndAnnounceTestsContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const order = await findSkillRequest(app, client, target, l10n.t("Test a Skill"));
  if (order) await runAndAnnounceTests(app, order);
};
