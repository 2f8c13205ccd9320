import * as l10n from "@vscode/l10n";

/**
 * The questions, by kind and field of the contract: those first whose answer shows most. `select`: about how requests of a method name
 * an item.
 */
export const questionTexts: ReadonlyMap<string, string> = new Map([
  ["server.name", l10n.t("Which value is the name of a server?")],
  ["deployment.status", l10n.t("What do the states of a deployment mean?")],
  ["deployment.serverId", l10n.t("Which value says to which server a deployment belongs?")],
  ["project.name", l10n.t("Which value is the name of a project?")],
  ["server.projectId", l10n.t("Which value says to which project a server belongs?")],
  ["skill.name", l10n.t("Which value is the name of a skill?")],
  ["artifact.name", l10n.t("Which value is the name of a server or skill in the registry?")],
  ["artifact.kind", l10n.t("Which entries of the registry are servers, and which are skills?")],
  ["testRun.status", l10n.t("What do the states of a test run mean?")],
  ["select.GET", l10n.t("How does a request that reads, changes or deletes an item name it?")],
  ["select.POST", l10n.t("How does a request that deploys, tests or installs an item name it?")],
  ["format", l10n.t("In which format does the service take what is sent to it?")],
  ["deployment.version", l10n.t("Which value is the version of a deployment?")],
  ["server.latestVersion", l10n.t("Which value is the newest version of a server?")],
  ["server.liveDeploymentId", l10n.t("Which value says which deployment of a server is live?")],
  ["skill.projectId", l10n.t("Which value says to which project a skill belongs?")],
  ["skill.latestVersion", l10n.t("Which value is the newest version of a skill?")],
  ["testRun.serverId", l10n.t("Which value says which server a test run has tested?")],
  ["testRun.skillId", l10n.t("Which value says which skill a test run has tested?")],
  ["testRun.version", l10n.t("Which value is the version that a test run has tested?")],
  ["artifact.latestVersion", l10n.t("Which value is the newest version of a server or skill in the registry?")],
  ["version.version", l10n.t("Which value is the number of a version?")],
  ["deployment.failure.message", l10n.t("Which value says why a deployment failed?")],
  ["event.message", l10n.t("Which value is the text of an event?")],
  ["testRun.cases", l10n.t("Which list has the cases of a test run?")],
  ["case.name", l10n.t("Which value is the name of a test case?")],
  ["case.status", l10n.t("What do the states of a test case mean?")],
  ["case.message", l10n.t("Which value says why a test case failed?")],
  ["testRun.summary.passed", l10n.t("Which value is the number of tests that passed?")],
  ["testRun.summary.failed", l10n.t("Which value is the number of tests that failed?")],
  ["testRun.summary.skipped", l10n.t("Which value is the number of tests that were skipped?")],
  ["server.status", l10n.t("What do the states of a server mean?")],
  ["installation.status", l10n.t("What do the states of an installation mean?")],
  ["health.status", l10n.t("What do the states of the health mean?")],
  ["oauthConnection.status", l10n.t("What do the states of an OAuth connection mean?")],
  ["installation.skillId", l10n.t("Which value says which skill an installation is of?")],
  ["installation.version", l10n.t("Which value is the version of an installation?")],
  ["installation.target.agent", l10n.t("Which value is the agent that an installation is for?")],
  ["installation.target.path", l10n.t("Which value is the folder of an installation?")],
  ["server.id", l10n.t("Which value identifies a server?")],
  ["artifact.id", l10n.t("Which value identifies a server or skill in the registry?")],
  ["oauthConnection.provider", l10n.t("Which value is the provider of an OAuth connection?")],
  ["oauthConnection.account", l10n.t("Which value is the account of an OAuth connection?")],
  ["apiKey.name", l10n.t("Which value is the name of an API key?")],
  ["apiKey.prefix", l10n.t("Which value shows how an API key begins?")],
  ["member.name", l10n.t("Which value is the name of a member?")],
  ["member.email", l10n.t("Which value is the e-mail address of a member?")],
  ["member.role", l10n.t("Which value is the role of a member?")],
  ["organization.name", l10n.t("Which value is the name of an organization?")],
  ["organization.plan", l10n.t("Which value is the plan of an organization?")],
  ["usage.metrics", l10n.t("Which list says what was used?")],
  ["metric.name", l10n.t("Which value is the name of what is counted?")],
  ["metric.used", l10n.t("Which value is how much was used?")],
  ["metric.unit", l10n.t("Which value is the unit of what is counted?")],
  ["metric.limit", l10n.t("Which value is the limit of what is counted?")],
  ["user.name", l10n.t("Which value is your name?")],
  ["user.email", l10n.t("Which value is your e-mail address?")],
]);

const order = [...questionTexts.keys()];

/** Sorts those first whose answer shows most. */
export const compareQuestions = (one: { readonly id: string }, other: { readonly id: string }) =>
  order.indexOf(one.id) - order.indexOf(other.id);
