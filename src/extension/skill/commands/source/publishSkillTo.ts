import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Skill } from "../../../../contract/skills.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { promptBack } from "../../../base/ports.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { fetchSkillVersion, type SkillVersion } from "../../model/skillVersion.ts";
import { preparePush } from "../../model/source/pushSkill.ts";
import { type GitSource, parseSkillSource } from "../../model/source/skillSource.ts";
import type { SkillContext } from "../../skillServices.ts";
import { findAddressProblem } from "./addSkillFrom.ts";
import { savePlugin } from "./savePlugin.ts";

const title = l10n.t("Publish To");

/**
 * Publishes the latest version of a skill, with the same digest, to a Git branch, or saves its project as a plugin. `here`: the user
 * wants a new version at this service, which is offered where there is a folder for it.
 */
export async function publishSkillTo(
  app: SkillContext,
  client: ServiceClient,
  skill: Skill,
  hasFolder: boolean,
): Promise<"here" | undefined> {
  const here = {
    label: l10n.t("This Service..."),
    icon: "cloud-upload",
    value: "here",
    detail: l10n.t("A new version with the files of its folder"),
  } as const;
  const picked = await app.prompts.pick<"here" | "git" | "plugin" | "olderPlugin">({
    title,
    placeholder: l10n.t`Where is ${skill.name} published?`,
    choices: [
      ...(hasFolder ? [here] : []),
      {
        label: l10n.t("Git Branch..."),
        icon: "git-branch",
        value: "git",
        detail: l10n.t("A commit with the files of the latest version"),
      },
      {
        label: l10n.t("Agent Plugin..."),
        icon: "package",
        value: "plugin",
        detail: l10n.t("A new folder with all published skills and running servers of its project"),
      },
      {
        label: l10n.t("Agent Plugin, also for Claude Code..."),
        icon: "package",
        value: "olderPlugin",
        detail: l10n.t("The same, with the form that Claude Code had before beside it"),
      },
    ],
  });
  if (picked === "git") await publishToGit(app, client, skill);
  if (picked === "plugin" || picked === "olderPlugin") await savePlugin(app, client, skill, picked === "olderPlugin");
  return picked === "here" ? picked : undefined;
}

async function publishToGit(app: SkillContext, client: ServiceClient, skill: Skill): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (!artifactId || !version) return;
  const address = await app.prompts.input({
    title,
    placeholder: "owner/name/skills#main",
    prompt: l10n.t(
      "The repository, and the branch after #. A folder of it may follow the name; by default it is skills.",
    ),
    validate: findBranchProblem,
  });
  if (address === undefined || address === promptBack) return;
  const branch = readBranch(address);
  if (!branch) return;
  const files = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  await commitAndPush(app, branch, files);
}

async function commitAndPush(
  app: SkillContext,
  target: GitSource & { readonly ref: string },
  skill: SkillVersion,
): Promise<void> {
  const called = `${skill.name} ${skill.version}`;
  const task = { title: l10n.t`Committing ${called}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, (_, signal) =>
    preparePush(app.openGitRepository, target, skill, signal),
  );
  if (ended.kind === "cancelled") return;
  await using prepared = ended.value;
  const { branch, isNewBranch, paths } = prepared;
  if (paths.length === 0)
    return showMessage(app, "info", l10n.t`${called} is on the branch ${branch} of ${target.url} already.`);
  const confirmed = await app.prompts.confirm({
    message: l10n.t`Push ${called} to ${target.url}?`,
    detail: isNewBranch
      ? l10n.t`The branch ${branch} is new. Files that change: ${formatFirst(paths)}.`
      : l10n.t`Files that change on the branch ${branch}: ${formatFirst(paths)}.`,
    action: l10n.t("Push"),
  });
  if (!confirmed) return;
  const pushing = { title: l10n.t`Pushing ${called}`, in: "notification" } as const;
  const pushed = await runCancellable(app.progress, pushing, (_, signal) => prepared.push(signal));
  if (pushed.kind === "cancelled") return;
  showMessage(app, "info", l10n.t`${called} is on the branch ${branch} of ${target.url}.`);
}

function readBranch(address: string): (GitSource & { readonly ref: string }) | undefined {
  const source = parseSkillSource(address);
  return source.kind === "git" && source.ref !== undefined ? { ...source, ref: source.ref } : undefined;
}

function findBranchProblem(address: string): string | undefined {
  const problem = findAddressProblem(address);
  if (problem !== undefined || readBranch(address)) return problem;
  return l10n.t("Enter a Git repository with its branch, such as owner/name#main.");
}
