import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { TeamDefinition } from "../auth/team.ts";
import type { RunnerOptions } from "../createRunners.ts";
import type { DiscoveryAccess } from "../discovery/discoveryRoutes.ts";
import type { PublicAddress } from "../http/entrance.ts";
import type { SignInOptions } from "../signIn/signInRoutes.ts";
import { limitedMetrics } from "../usage/usageLimits.ts";
import { publicOptions, publicUsage, readPublicAddress } from "./publicArguments.ts";
import { readRunnerOptions, runnerOptions, runnerUsage } from "./runnerArguments.ts";
import { readSignInOptions, signInOptions, signInUsage } from "./signInArguments.ts";

export interface ServiceArguments {
  readonly dataDir: string;
  readonly port: number | undefined;
  /** Seconds without a lease after which the service stops. `undefined` disables the stop. */
  readonly graceSeconds: number | undefined;
  readonly team: TeamDefinition | undefined;
  readonly publicAddress: PublicAddress | undefined;
  readonly signIn: SignInOptions | undefined;
  /** Days for which entries of the audit log are kept. */
  readonly auditDays: number | undefined;
  /** Seconds in which a stopping service still serves but is not ready, and that running requests get after them. */
  readonly drainSeconds: number | undefined;
  /** The URL that receives telemetry. */
  readonly otlp: string | undefined;
  readonly runners: RunnerOptions;
  /** Who may read the registry by the field's protocols; undefined: no one. */
  readonly discovery: DiscoveryAccess | undefined;
}

const usage = `Usage: fairlead-service --data DIR [--port N] [--grace SECONDS]
  [--organization NAME]... [--member "NAME <EMAIL>"]... [--limit ${limitedMetrics.join("|")}=N|none]...
  ${publicUsage}
  ${signInUsage} [--otlp URL] [--discovery keys|local]
  ${runnerUsage}
  fairlead-service backup --data DIR --to FILE
  fairlead-service restore --from FILE --data DIR`;

const stringOption = { type: "string" } as const;
const stringListOption = { type: "string", multiple: true, default: [] as string[] } as const;
const options = {
  port: stringOption,
  data: stringOption,
  grace: stringOption,
  organization: stringListOption,
  member: stringListOption,
  limit: stringListOption,
  drain: stringOption,
  otlp: stringOption,
  discovery: stringOption,
  ...publicOptions,
  ...signInOptions,
  ...runnerOptions,
};

export function parseServiceArguments(args: readonly string[]): ServiceArguments {
  const { values } = parseArgs({ args: [...args], options });
  if (values.data === undefined || values.data === "") throw new Error(`--data is missing. ${usage}`);
  const team = readTeam(values.organization, values.member, values.limit);
  return {
    dataDir: resolve(values.data),
    port: readNumber("--port", values.port, 65_535, 1),
    graceSeconds: readNumber("--grace", values.grace, 86_400, 0.001),
    team,
    publicAddress: readPublicAddress(values),
    signIn: readSignInOptions(values, team?.organizations ?? []),
    auditDays: readNumber("--audit-days", values["audit-days"], 3650, 1, 1),
    drainSeconds: readNumber("--drain", values.drain, 300, 1),
    otlp: values.otlp,
    discovery: readDiscovery(values.discovery),
    runners: readRunnerOptions(values, values.listen !== undefined),
  };
}

function readTeam(organizations: readonly string[], members: readonly string[], limits: readonly string[]) {
  if (organizations.length + members.length + limits.length === 0) return undefined;
  return {
    organizations: organizations.map(readName),
    members: members.map(readMember),
    limits: Object.fromEntries(limits.map(readLimit)),
  };
}

function readDiscovery(argument: string | undefined): DiscoveryAccess | undefined {
  if (argument === undefined || argument === "keys" || argument === "local") return argument;
  throw new Error(`--discovery must be "keys" or "local", not "${argument}". ${usage}`);
}

function readName(argument: string): string {
  const name = argument.trim();
  if (name === "" || name.length > 100) throw new Error(`--organization must have 1 to 100 characters. ${usage}`);
  return name;
}

function readMember(argument: string): TeamDefinition["members"][number] {
  const [, name, email] = /^\s*([^<>]{1,100}?)\s*<([^<>\s@]+@[^<>\s@]+)>\s*$/.exec(argument) ?? [];
  if (!name || email === undefined)
    throw new Error(`--member must be like "Name <email>", not "${argument}". ${usage}`);
  return { name, email };
}

function readLimit(argument: string): [string, number | null] {
  const [, name, amount] = /^(\w+)=(\d{1,15}|none)$/.exec(argument) ?? [];
  const metric = limitedMetrics.find((one) => one === name);
  if (!metric)
    throw new Error(`--limit must be like "deployments=100" or "deployments=none", not "${argument}". ${usage}`);
  return [metric, amount === "none" ? null : Number(amount)];
}

function readNumber(
  name: string,
  argument: string | undefined,
  max: number,
  step: number,
  min = 0,
): number | undefined {
  if (argument === undefined) return undefined;
  const number = Number(argument);
  const isValid = argument.trim() !== "" && number >= min && number <= max && (step < 1 || Number.isInteger(number));
  if (!isValid) throw new Error(`${name} must be a number from ${min} to ${max}, not "${argument}". ${usage}`);
  return number;
}
