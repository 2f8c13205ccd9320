import * as l10n from "@vscode/l10n";
import { isSeq, parseDocument, stringify } from "yaml";
import { type CiFile, type CiWorkflow, createCiCommands, installCommand, nodeVersion, reports } from "./ciWorkflow.ts";

export const gitlabMainFile = ".gitlab-ci.yml";
const file = ".gitlab/fairlead.yml";

const head = `# In a merge request: what breaks callers, and the tests, in one comment, which needs GITLAB_TOKEN, an access token with the scope api.
# On the default branch: a preview and its rehearsal, then it becomes live.
# The masked and protected variable FAIRLEAD_KEY is a key of the service that may deploy.
`;

/** The pipeline file of a repository cannot be extended; the message has the reason. */
export class PipelineFileError extends Error {
  override readonly name = "PipelineFileError";
}

/** A file with jobs for GitLab, and the pipeline file that includes it. `before` is the text of that file. */
export function createGitlabPipeline(workflow: CiWorkflow, before: string | undefined): readonly CiFile[] {
  const commands = createCiCommands(workflow, "$CI_MERGE_REQUEST_DIFF_BASE_SHA");
  const known = workflow.variables.filter(({ value }) => value !== undefined);
  const note = (command: string) => `${command} || result=$?`;
  const shared = {
    image: `node:${nodeVersion}`,
    variables: { GIT_DEPTH: "0", FAIRLEAD_PACKAGE: workflow.commandLinePackage },
    before_script: [installCommand],
  };
  const script = [
    "result=0",
    ...(commands.gate === undefined ? [] : [note(commands.gate)]),
    // The tests run in the job, also where a variable of the project names a service.
    note(`FAIRLEAD_URL= ${commands.test}`),
    `if [ -n "$GITLAB_TOKEN" ] && [ -f ${reports.summary} ]; then ${commands.comment} || true; fi`,
    "exit $result",
  ];
  const jobs = {
    ".fairlead": shared,
    "fairlead-check": {
      extends: ".fairlead",
      rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }],
      ...(known.length > 0 && {
        variables: Object.fromEntries(known.map(({ name, value = "" }) => [name, keepText(value)])),
      }),
      script: [`${script.join("\n")}\n`],
      artifacts: { when: "always", reports: { junit: reports.junit } },
    },
    "fairlead-deploy": {
      extends: ".fairlead",
      rules: [{ if: '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }],
      resource_group: "fairlead",
      ...(workflow.serviceUrl !== undefined && { variables: { FAIRLEAD_URL: keepText(workflow.serviceUrl) } }),
      script: [commands.deploy, commands.rehearse, commands.promote],
    },
  };
  return [
    { path: file, text: head + stringify(jobs, { lineWidth: 0 }) },
    { path: gitlabMainFile, text: includeFile(before) },
  ];
}

/** GitLab puts the value of another variable, maybe a secret one, where `$` is not doubled. */
const keepText = (text: string) => text.replaceAll("$", "$$$$");

/** Names the file in `include`; what else the text holds stays. */
function includeFile(before = ""): string {
  const entry = { local: `/${file}` };
  const document = parseDocument(before);
  if (document.errors.length > 0)
    throw new PipelineFileError(l10n.t`${gitlabMainFile} is not valid YAML. Correct it, then try again.`);
  if (before.includes(file)) return before;
  const written = document.get("include");
  if (written === undefined) {
    const gap = before === "" ? "" : `${before.trimEnd()}\n\n`;
    return `${gap}${stringify({ include: [entry] })}`;
  }
  if (isSeq(written)) document.addIn(["include"], entry);
  else document.set("include", [written, entry]);
  return document.toString({ lineWidth: 0 });
}
