import * as l10n from "@vscode/l10n";
import { formatList } from "../../text/language/formatList.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../text/markdown/formatMarkdownTable.ts";
import { formatLimits } from "../server/runners.ts";
import type { CopyEnds, CopyProject, ProjectPlan } from "./copyJob.ts";
import { hasSettings, type ItemPlan, isNothingToDo } from "./planCopy.ts";
import { describeRefusal } from "./refusalTexts.ts";

/** The dry run as Markdown: what a copy makes, what is there already, what is not copied and why. */
export function formatCopyPlan({ source, target }: CopyEnds, plans: readonly ProjectPlan[]): string {
  const items = plans.flatMap(({ plans: all }) => all);
  return [
    `# ${escapeMarkdown(l10n.t`Copy to ${target.name}: Dry Run`)}`,
    "",
    escapeMarkdown(l10n.t`Nothing has been changed yet. The versions at ${source.name} stay as they are.`),
    "",
    ...plans.flatMap(formatProject),
    ...formatLeft({ source, target }, items, items),
  ].join("\n");
}

function formatProject({ project, plans, missing }: ProjectPlan): readonly string[] {
  const open = plans.filter((plan) => !plan.refusal && !isNothingToDo(plan));
  const present = plans.filter((plan) => !plan.refusal && isNothingToDo(plan));
  return [
    `## ${escapeMarkdown(formatProjectName(project))}`,
    "",
    ...missing.flatMap((reason) => [escapeMarkdown(l10n.t`Not copied: ${reason}`), ""]),
    ...formatSection(
      l10n.t("Will Be Made"),
      [nameHead, kindHead, l10n.t("Versions"), l10n.t("Settings")],
      open.map((plan) => [...nameCells(plan), formatVersions(plan), formatSettings(plan)]),
    ),
    ...formatSection(
      l10n.t("Already There, With the Same Digests"),
      [nameHead, kindHead, l10n.t("Versions")],
      present.map((plan) => [...nameCells(plan), listNumbers(plan.equalVersions)]),
    ),
    ...formatRefused(plans),
  ];
}

export function formatProjectName(project: CopyProject): string {
  return project.kind === "new"
    ? l10n.t`Into the New Project "${project.name}"`
    : l10n.t`Into the Project "${project.name}"`;
}

/** What differs or cannot be copied, why, and what to do. */
export function formatRefused(plans: readonly ItemPlan[]): readonly string[] {
  const rows = plans.flatMap((plan) => {
    if (!plan.refusal) return [];
    const { why, advice } = describeRefusal(plan, plan.refusal);
    return [[...nameCells(plan), why, advice]];
  });
  return formatSection(l10n.t("Will Not Be Copied"), [nameHead, kindHead, l10n.t("Why"), l10n.t("What to Do")], rows);
}

export const nameHead = l10n.t("Name");
export const kindHead = l10n.t("Kind");
const kinds = { server: l10n.t("server"), skill: l10n.t("skill") } as const;

export const nameCells = ({ item }: ItemPlan): readonly string[] => [item.name, kinds[item.kind]];

export function formatSection(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return rows.length === 0 ? [] : [`### ${title}`, "", ...formatMarkdownTable(head, rows)];
}

const most = 12;

const listNumbers = (versions: ItemPlan["versions"]) => joinFirst(versions.map(({ version }) => version));

function joinFirst(numbers: readonly string[]): string {
  const more = numbers.length - most;
  return more > 0 ? l10n.t`${numbers.slice(0, most).join(", ")} and ${more} more` : numbers.join(", ");
}

function formatVersions({ versions, equalVersions }: ItemPlan): string {
  if (versions.length === 0) return l10n.t("all are there");
  const there = equalVersions.length;
  return there === 0
    ? listNumbers(versions)
    : l10n.t`${listNumbers(versions)} (${formatQuantity(there, l10n.t("version"), l10n.t("versions"))} there already)`;
}

function formatSettings({ settings }: ItemPlan): string {
  if (!hasSettings(settings)) return "";
  const names = Object.keys(settings.values);
  return [
    ...(names.length > 0 ? [l10n.t`Variables: ${joinFirst(names)}`] : []),
    ...(settings.limits ? [formatLimits(settings.limits) ?? ""] : []),
    ...(settings.allowedHosts ? [l10n.t`Allowed hosts: ${joinFirst(settings.allowedHosts)}`] : []),
  ].join("; ");
}

/** What a copy leaves out, by its nature, of these items. */
export function formatLeft(
  { source, target }: CopyEnds,
  items: readonly ItemPlan[],
  withSecrets: readonly ItemPlan[],
): readonly string[] {
  const rows = [
    ...withSecrets.flatMap(({ item, secrets }) =>
      secrets.length === 0
        ? []
        : [
            [
              item.name,
              l10n.t`The values of ${formatList(secrets)}`,
              l10n.t`Secrets never leave ${source.name}. Enter them at ${target.name}: you are asked after the copy.`,
            ],
          ],
    ),
    ...items.flatMap(({ item, otherValues }) =>
      otherValues.length === 0
        ? []
        : [
            [
              item.name,
              l10n.t`The values of ${formatList(otherValues)}`,
              l10n.t("The copy has other values, which stay."),
            ],
          ],
    ),
    ...items.flatMap((plan) => listLeftParts(plan, target.name).map((cells) => [plan.item.name, ...cells])),
  ];
  if (rows.length === 0) return [];
  return [
    `## ${l10n.t("Not Part of a Copy")}`,
    "",
    ...formatMarkdownTable([nameHead, l10n.t("What"), l10n.t("Why, and What to Do")], rows),
  ];
}

function listLeftParts({ item, leftLimits }: ItemPlan, target: string) {
  const { connectedAccounts, isDeployed, hasRunner, hasDocument } = item;
  return [
    ...(leftLimits ? [[l10n.t("Limits and replicas"), describeLeftLimits(leftLimits, target)]] : []),
    ...(connectedAccounts.length > 0
      ? [
          [
            l10n.t`The accounts of ${formatList(connectedAccounts)}`,
            l10n.t`An account belongs to a service. Connect it at ${target}.`,
          ],
        ]
      : []),
    ...(isDeployed
      ? [
          [
            l10n.t("The deployment and its tokens"),
            l10n.t`They belong to a service. Deploy the server at ${target}; agents get another URL and token.`,
          ],
        ]
      : []),
    ...(hasRunner
      ? [[l10n.t("The runner"), l10n.t`It depends on the machines of a service. Set it at ${target} with Run On.`]]
      : []),
    ...(hasDocument
      ? [
          [
            l10n.t("The OpenAPI document"),
            l10n.t`The service does not return it; the versions have all that runs. To generate another version at ${target}, choose the document again.`,
          ],
        ]
      : []),
  ];
}

function describeLeftLimits(left: NonNullable<ItemPlan["leftLimits"]>, target: string): string {
  if (left === "other") return l10n.t("The copy has other values, which stay.");
  return l10n.t`It is not known whether ${target} keeps them in the same way. Set them there, with Set Limits or by its own means.`;
}
