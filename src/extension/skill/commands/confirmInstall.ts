import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { confirmUntestedVersion } from "../../testing/commands/confirmUntestedVersion.ts";
import { type RunTestsContext, runTests } from "../../testing/model/runTests.ts";
import type { SkillVersion } from "../model/skillVersion.ts";

export type ConfirmInstallContext = RunTestsContext & EditorServices;

/** Confirms installing a version that is untested, or whose tests failed. */
export function confirmInstall(
  app: ConfirmInstallContext,
  client: ServiceClient,
  skill: Skill,
  { name, version, skillId, digest }: SkillVersion,
): Promise<boolean> {
  const called = `${name} ${version}`;
  const order = { subject: { kind: "skill", name, folder: undefined, skill }, cases: undefined, version } as const;
  return confirmUntestedVersion(app, client, {
    of: { kind: "skill", id: skillId, name },
    called,
    digest,
    anyway: l10n.t("Install Anyway"),
    tests: {
      action: l10n.t("Test and Install"),
      run: async () => void (await runTests(app, l10n.t`Testing ${called}`, [order])),
    },
  });
}
