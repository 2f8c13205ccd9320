import * as l10n from "@vscode/l10n";

export interface ContractState {
  readonly state: string;
  /** What the state means, in plain words. */
  readonly meaning: string;
}

/** By kind: what each state of the contract means. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  server: {
    draft: l10n.t("It has no generated version yet"),
    generating: l10n.t("A version is being generated"),
    ready: l10n.t("A version is generated and can be deployed"),
    failed: l10n.t("The generation failed"),
  },
  deployment: {
    queued: l10n.t("It waits for its turn"),
    building: l10n.t("It is being built"),
    starting: l10n.t("It is built and starts"),
    running: l10n.t("It runs and serves requests"),
    degraded: l10n.t("It serves requests, but not well"),
    stopped: l10n.t("It was stopped"),
    superseded: l10n.t("A newer deployment took its place"),
    failed: l10n.t("It could not be built or started, or it crashed for good"),
  },
  health: {
    healthy: l10n.t("All checks pass"),
    degraded: l10n.t("It is slow, or a check fails"),
    unhealthy: l10n.t("It does not respond"),
    unknown: l10n.t("It was not checked yet"),
  },
  installation: {
    installing: l10n.t("It is being installed"),
    installed: l10n.t("It is installed"),
    failed: l10n.t("It could not be installed"),
    removed: l10n.t("It was uninstalled"),
  },
  testRun: {
    queued: l10n.t("It waits for its turn"),
    running: l10n.t("The tests run"),
    passed: l10n.t("All tests passed"),
    failed: l10n.t("A test failed"),
    errored: l10n.t("The tests could not be run"),
  },
  case: {
    queued: l10n.t("It waits for its turn"),
    running: l10n.t("It runs"),
    passed: l10n.t("It passed"),
    failed: l10n.t("It failed"),
    skipped: l10n.t("It was not run"),
    errored: l10n.t("It could not be run"),
  },
  artifact: {
    server: l10n.t("Server"),
    skill: l10n.t("Skill"),
  },
  oauthConnection: {
    connected: l10n.t("The account is connected"),
    expired: l10n.t("The access has expired: the account must be connected again"),
    revoked: l10n.t("The access was revoked: the account must be connected again"),
  },
};

/** The states of a kind, with their meanings; empty if it has none. */
export function listContractStates(kind: string): readonly ContractState[] {
  return Object.entries(meanings[kind] ?? {}).map(([state, meaning]) => ({ state, meaning }));
}
