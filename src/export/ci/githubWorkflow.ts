import { stringify } from "yaml";
import { type CiFile, type CiWorkflow, createCiCommands, installCommand, nodeVersion, reports } from "./ciWorkflow.ts";

const head = `# On a pull request: what breaks callers, and the tests, in one comment.
# On the branch below: a preview and its rehearsal, then it becomes live.
# The secret FAIRLEAD_KEY is a key of the service that may deploy.
`;
const runner = { "runs-on": "ubuntu-latest", "timeout-minutes": 20 } as const;
/** Also after a failed step, and not when someone cancelled the run. */
const always = { if: formatExpression("!cancelled()") };

const secret = (name: string) => formatExpression(`secrets.${name}`);

/** A workflow of GitHub Actions. */
export function createGithubWorkflow(workflow: CiWorkflow): CiFile {
  const commands = createCiCommands(workflow, "origin/$GITHUB_BASE_REF");
  const run = (command: string) => ({ run: keepText(command) });
  const runReported = (command: string) => run(`${command} --github`);
  const given = workflow.variables.map(({ name, value }) => [
    name,
    value === undefined ? secret(name) : keepText(value),
  ]);
  const check = {
    if: "github.event_name == 'pull_request'",
    ...runner,
    permissions: { contents: "read", "pull-requests": "write" },
    steps: [
      // The branch that the pull request goes to is read for the comparison.
      ...createFirstSteps({ "fetch-depth": 0 }),
      ...(commands.gate === undefined ? [] : [{ name: "What breaks callers", ...runReported(commands.gate) }]),
      {
        name: "Tests",
        ...always,
        ...(given.length > 0 && { env: Object.fromEntries(given) }),
        ...runReported(commands.test),
      },
      { name: "Summary", ...always, run: `cat ${reports.summary} >> "$GITHUB_STEP_SUMMARY"` },
      {
        name: "Comment",
        ...always,
        // The token of a pull request from a fork may not write.
        "continue-on-error": true,
        env: { GITHUB_TOKEN: formatExpression("github.token") },
        run: commands.comment,
      },
    ],
  };
  const deploy = {
    if: "github.event_name == 'push'",
    ...runner,
    concurrency: "fairlead",
    env: {
      FAIRLEAD_URL:
        workflow.serviceUrl === undefined ? formatExpression("vars.FAIRLEAD_URL") : keepText(workflow.serviceUrl),
      FAIRLEAD_KEY: secret("FAIRLEAD_KEY"),
    },
    steps: [
      ...createFirstSteps(),
      { name: "Preview", ...run(commands.deploy) },
      { name: "Rehearse", ...runReported(`${commands.rehearse} --summary "$GITHUB_STEP_SUMMARY"`) },
      { name: "Promote", ...run(commands.promote) },
    ],
  };
  const text = stringify(
    {
      name: "Fairlead",
      on: { pull_request: {}, push: { branches: [workflow.branch] } },
      permissions: { contents: "read" },
      env: { FAIRLEAD_PACKAGE: workflow.commandLinePackage },
      jobs: { check, deploy },
    },
    { lineWidth: 0 },
  );
  return { path: ".github/workflows/fairlead.yml", text: head + text };
}

function createFirstSteps(checkout: Readonly<Record<string, number>> = {}) {
  return [
    { uses: "actions/checkout@v5", with: { "persist-credentials": false, ...checkout } },
    { uses: "actions/setup-node@v5", with: { "node-version": nodeVersion } },
    { run: installCommand },
  ];
}

/** What GitHub replaces with a value. */
function formatExpression(text: string): string {
  return `\${{ ${text} }}`;
}

/** A name or value of a service is no expression. */
function keepText(text: string): string {
  return text.replaceAll("${{", formatExpression("'${{'"));
}
