import { plainName, plurals } from "./words.ts";

/** What other services call the resources of the contract, without style. */
const others: Readonly<Record<string, string>> = {
  user: "me profile account principal viewer",
  userSetting: "settings setting preferences preference",
  organization: "org organisation team workspace tenant account company profile",
  member: "user membership teammate person collaborator",
  usage: "quota consumption metering",
  apiKey: "key token accesskey apitoken credential",
  project: "workspace space folder",
  server: "mcpserver service toolset app instance",
  deployment: "release rollout launch",
  event: "log line entry activity record",
  health: "healthcheck",
  skill: "agentskill",
  installation: "install",
  testRun: "run test testresult testexecution execution",
  artifact: "package server skill entry listing product",
  version: "release revision tag build",
  oauthConnection: "connection integration account grant authorization",
  token: "accesstoken credential runtimetoken",
  case: "test testcase check step",
  check: "probe component",
  problem: "issue error diagnostic",
  key: "apikey token",
  variable: "parameter input env",
};

const known = new Map<string, readonly string[]>();

/** A resource's plain name, then those it may have elsewhere. */
export function namesOf(resource: string): readonly string[] {
  const before = known.get(resource);
  if (before) return before;
  const names = [plainName(resource), ...(others[resource]?.split(" ") ?? [])];
  known.set(resource, names);
  return names;
}

/** 1 where a plain name is the plural of a resource, less where it is that of another name it may have; 0 where it is none. */
export function pluralScore(plain: string, resource: string): number {
  const [own = "", ...rest] = namesOf(resource);
  const last = plainName(resource.replace(/^.*?(?=[A-Z])/, ""));
  if (plurals(own).includes(plain)) return 1;
  if (plurals(last).includes(plain)) return 0.97;
  if (rest.some((name) => name === plain || plurals(name).includes(plain))) return 0.92;
  // `mcpServers`, `allProjects`.
  return plurals(own).some((name) => plain.endsWith(name)) ? 0.9 : 0;
}
