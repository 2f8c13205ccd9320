import type { Project } from "../../contract/projects.ts";
import type { DocumentContext } from "./jsonDocuments.ts";
import type { SettingValues } from "./settingSuggestions.ts";
import { settingsAccess } from "./settingsAccess.ts";
import { readOrganizationOption, type SettingsLocation } from "./settingsUri.ts";

export interface SettingValuesCache {
  /** Empty when the service does not answer, because completion is optional. */
  of(context: DocumentContext, location: SettingsLocation): Promise<SettingValues>;
  clear(): void;
}

/** Caches completion values until it is cleared. */
export function createSettingValuesCache(): SettingValuesCache {
  const cached = new Map<string, Promise<SettingValues>>();
  return {
    of: (context, location) => {
      const key = JSON.stringify(location);
      const found = cached.get(key) ?? read(context, location).catch(() => nothing);
      cached.set(key, found);
      return found;
    },
    clear: () => cached.clear(),
  };
}

const nothing: SettingValues = { projects: [], variables: [] };

async function read({ connections }: DocumentContext, location: SettingsLocation): Promise<SettingValues> {
  const { kind, connectionId, id } = location;
  const client = connections.active()?.id === connectionId ? await connections.quiet() : undefined;
  if (!client || kind === "project") return nothing;
  const options = readOrganizationOption(location);
  if (kind === "server") {
    const settings = await settingsAccess.server.read(client, id, options);
    return { ...nothing, variables: settings?.server?.variables ?? [] };
  }
  const projects: Project[] = [];
  for await (const project of client.list("projects.list", { limit: 200 }, options)) projects.push(project);
  return { ...nothing, projects };
}
