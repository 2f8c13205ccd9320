import type { Project } from "../../contract/projects.ts";
import type { Server } from "../../contract/servers.ts";
import { readYamlDocument } from "../../text/yamlDocument.ts";

/** What the service knows of what can be written. */
export interface SettingValues {
  readonly projects: readonly Pick<Project, "id" | "name">[];
  /** What a server wants to find in its environment. */
  readonly variables: NonNullable<Server["variables"]>;
}

/** A text that may come here, in place of what is between the offsets. */
export interface SettingSuggestion {
  readonly label: string;
  readonly detail: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is called by its id is also called by its name, behind it. */
export interface SettingNameHint {
  readonly offset: number;
  readonly name: string;
}

const projectField = /"(?:defaultProjectId|projectId)"\s*:[ \t]*(?<value>"[^"\n]*"?|null)?/g;

export function findNameHints(text: string, { projects }: SettingValues): readonly SettingNameHint[] {
  return [...text.matchAll(projectField)].flatMap(({ index, 0: found, groups }) => {
    const id = groups?.value?.replaceAll('"', "");
    const name = projects.find((project) => project.id === id)?.name;
    return name === undefined ? [] : [{ offset: index + found.length, name }];
  });
}

export function suggestSettingValues(text: string, offset: number, known: SettingValues): readonly SettingSuggestion[] {
  return [...projectSuggestions(text, offset, known), ...variableSuggestions(text, offset, known)];
}

function projectSuggestions(text: string, offset: number, { projects }: SettingValues): readonly SettingSuggestion[] {
  for (const { index, 0: found, groups } of text.matchAll(projectField)) {
    const after = index + found.length;
    const valueStart = after - (groups?.value?.length ?? 0);
    const colon = index + found.indexOf(":") + 1;
    if (offset < colon || offset > after || (groups?.value !== undefined && offset < valueStart)) continue;
    const [start, end] = groups?.value === undefined ? [offset, offset] : [valueStart, after];
    return projects.map(({ id, name }) => ({ label: name, detail: id, text: JSON.stringify(id), start, end }));
  }
  return [];
}

/** The names that are not there yet, where a name is being typed. */
function variableSuggestions(text: string, offset: number, { variables }: SettingValues): readonly SettingSuggestion[] {
  if (variables.length === 0) return [];
  const environment = readYamlDocument(text).spanAt(["environment"]);
  const isThere = /"environment"\s*:\s*$/.test(text.slice(0, environment[0])) && text[environment[0]] === "{";
  if (!isThere || offset <= environment[0] || offset > environment[1]) return [];
  const typed = /(?:^|[{,\n])\s*(?<name>"?\w*)$/.exec(text.slice(environment[0], offset))?.groups?.name;
  if (typed === undefined) return [];
  const there = text.slice(...environment);
  const start = offset - typed.length;
  const end = offset + (/^\w*"?/.exec(text.slice(offset))?.[0].length ?? 0);
  return variables
    .filter(({ name }) => !there.includes(`"${name}"`))
    .map(({ name, required, secret, description }) => ({
      ...{ label: name, text: `"${name}": ""`, start, end },
      detail: [required ? "required" : "", secret ? "secret" : "", description].filter(Boolean).join(" · "),
    }));
}
