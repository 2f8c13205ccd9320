import * as l10n from "@vscode/l10n";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { PromptChoice } from "../../../base/ports.ts";
import type { OfferedSkill, OpenedSource } from "../../model/source/openedSource.ts";
import type { PluginServer } from "../../model/source/pluginParts.ts";
import { formatSourceAddress, type SkillSource } from "../../model/source/skillSource.ts";

/** One of what a source offers. */
interface OfferedPart {
  readonly skill?: OfferedSkill;
  readonly server?: PluginServer;
  readonly plugin?: SkillSource;
}

/** Asks which parts to add; a skill that is the only part is not asked about. undefined: cancelled. */
export async function chooseParts(
  { prompts }: EditorServices,
  title: string,
  offered: OpenedSource,
): Promise<readonly OfferedPart[] | undefined> {
  const { skills, parts: { servers, plugins } = { servers: [], plugins: [] } } = offered;
  const [only] = skills;
  if (only && skills.length === 1 && servers.length === 0 && plugins.length === 0) return [{ skill: only }];
  const choices: readonly PromptChoice<OfferedPart>[] = [
    ...skills.map((skill) => ({
      label: skill.name,
      description: skill.folder,
      detail: skill.description,
      value: { skill },
    })),
    ...servers.map((server, index) => ({
      label: toVisibleText(server.name),
      description: toVisibleText(server.url ?? String(server.entry.command)),
      detail: server.problem ?? (server.url === undefined ? l10n.t("A program on this machine") : undefined),
      ...(index === 0 && { heading: l10n.t("MCP servers of the plugin") }),
      ...(server.problem !== undefined && { isUnavailable: true as const, icon: "circle-slash" }),
      value: { server },
    })),
    ...plugins.map(({ name, description, source }, index) => ({
      label: toVisibleText(name),
      description: source ? formatSourceAddress(source) : l10n.t("in a registry of packages, which is not read here"),
      detail: toVisibleText(description),
      ...(index === 0 && { heading: l10n.t("Plugins that are elsewhere") }),
      ...(source ? { value: { plugin: source } } : { isUnavailable: true as const, icon: "circle-slash", value: {} }),
    })),
  ];
  const placeholder = l10n.t`${choices.length} are there: which ones?`;
  return prompts.pickMany({ title, placeholder, choices, picked: () => false });
}
