import type { Project } from "../../contract/projects.ts";
import type { DocumentContext } from "./jsonDocuments.ts";
import type { SettingValues } from "./settingSuggestions.ts";
import { settingsAccess } from "./settingsAccess.ts";
import { readOrganizationOption, type SettingsLocation } from "./settingsUri.ts";

export interface SettingValuesCache {
  /** Nothing where it cannot be asked: it only helps to write. */
  of(context: DocumentContext, place: SettingsLocation): Promise<SettingValues>;
  clear(): void;
}

/** What the service knows of what can be written, asked once until it is cleared. */
export function createSettingValuesCache(): SettingValuesCache {
  const asked = new Map<string, Promise<SettingValues>>();
  return {
    of: (context, place) => {
      const key = JSON.stringify(place);
      const found = asked.get(key) ?? read(context, place).catch(() => nothing);
      asked.set(key, found);
      return found;
    },
    clear: () => asked.clear(),
  };
}

const nothing: SettingValues = { projects: [], variables: [] };

async function read({ connections }: DocumentContext, place: SettingsLocation): Promise<SettingValues> {
  const { kind, connectionId, id } = place;
  const client = connections.active()?.id === connectionId ? await connections.quiet() : undefined;
  if (!client || kind === "project") return nothing;
  const options = readOrganizationOption(place);
  if (kind === "server") {
    const settings = await settingsAccess.server.read(client, id, options);
    return { ...nothing, variables: settings?.server?.variables ?? [] };
  }
  const projects: Project[] = [];
  for await (const project of client.list("projects.list", { limit: 200 }, options)) projects.push(project);
  return { ...nothing, projects };
}
