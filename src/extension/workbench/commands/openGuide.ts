import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { WorkbenchServices } from "../app.ts";

/** The pages of `media/guide`, without `.md`, and their topics. */
export const guidePages = {
  index: { title: l10n.t("Overview"), helpsWith: l10n.t("views, settings, lists") },
  servers: { title: l10n.t("Servers"), helpsWith: l10n.t("generate, deploy, watch, use, roll back") },
  tools: { title: l10n.t("Tools"), helpsWith: l10n.t("see, call and keep the tools of servers") },
  agents: { title: l10n.t("Agents"), helpsWith: l10n.t("use servers in other agents, and what they may do") },
  overlays: { title: l10n.t("Overlays"), helpsWith: l10n.t("names, texts and parameters of tools") },
  skills: { title: l10n.t("Skills"), helpsWith: l10n.t("write, check, publish, install") },
  testing: { title: l10n.t("Testing"), helpsWith: l10n.t("cases, runs, models") },
  cli: { title: l10n.t("Command Line"), helpsWith: l10n.t("compare, generate, test and deploy in a terminal") },
  registry: { title: l10n.t("Registry"), helpsWith: l10n.t("browse, compare, use versions") },
  "other-services": {
    title: l10n.t("Services"),
    helpsWith: l10n.t("connections, keys, account, services by other makers"),
  },
  team: { title: l10n.t("A Service for a Team"), helpsWith: l10n.t("other machines, sign-in, audit log, backups") },
  containers: { title: l10n.t("Containers"), helpsWith: l10n.t("run servers in containers of Docker or Podman") },
  kubernetes: { title: l10n.t("Kubernetes"), helpsWith: l10n.t("run servers in a cluster") },
  security: { title: l10n.t("Security"), helpsWith: l10n.t("what is protected, from whom, and what is not") },
  performance: { title: l10n.t("Performance"), helpsWith: l10n.t("measured speed, growth and limits") },
  troubleshooting: { title: l10n.t("Troubleshooting"), helpsWith: l10n.t("every error code, and what to do") },
} as const;

export type GuidePage = keyof typeof guidePages;

const isGuidePage = (name: string): name is GuidePage => Object.hasOwn(guidePages, name);
const pageNames = Object.keys(guidePages).filter(isGuidePage);

type GuideContext = EditorServices & Pick<WorkbenchServices, "showGuide" | "showWalkthrough">;

const walkthrough = {
  label: l10n.t("Get Started"),
  description: l10n.t("a walkthrough"),
  value: "walkthrough",
} as const;

/** Opens a page of the guide, or the walkthrough. */
export const openGuide: CommandHandler<GuideContext> = async ({ prompts, showGuide, showWalkthrough }) => {
  const choices = pageNames.map((value) => {
    const { title: label, helpsWith: description } = guidePages[value];
    return { label, description, value };
  });
  const page = await prompts.pick<GuidePage | "walkthrough">({
    title: l10n.t("Fairlead Guide"),
    placeholder: l10n.t("What do you need?"),
    choices: [...choices, walkthrough],
  });
  if (page === "walkthrough") await showWalkthrough();
  else if (page !== undefined) await showGuide(page);
};

/** The link *Get Started* in the view Servers, before the first connection. */
export const openWalkthrough: CommandHandler<GuideContext> = ({ showWalkthrough }) => showWalkthrough();
