import type { Project } from "../../contract/projects.ts";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import type { At } from "./languageModelTool.ts";
import { theOne } from "./theOne.ts";

/** Names are looked for by what they begin with: the service knows them as they are written. */
const queried = (called: string) => called.trim().slice(0, 200);

export async function whichServer({ client, signal }: At, called: string): Promise<Server> {
  const sought = looksLikeId(called, "srv_") ? { id: called.trim() } : { q: queried(called) };
  const servers = client.list("servers.list", { ...sought, limit: 200 }, { signal });
  return theOne(servers, { what: "server", called, instead: "fairlead_listServers says which there are." });
}

export async function whichSkill({ client, signal }: At, called: string): Promise<Skill> {
  const sought = looksLikeId(called, "skl_") ? { id: called.trim() } : { q: queried(called) };
  const skills = client.list("skills.list", { ...sought, limit: 200 }, { signal });
  const instead =
    'One that is only in the workspace is published by the user first, with the command "Fairlead: Publish Skill".';
  return theOne(skills, { what: "published skill", called, instead });
}

export async function whichProject({ client, signal }: At, called: string): Promise<Project> {
  const isId = looksLikeId(called, "prj_");
  const projects = client.list("projects.list", { limit: 200, ...(!isId && { q: queried(called) }) }, { signal });
  return theOne(projects, { what: "project", called, instead: "Leave the project out to see all." });
}

const looksLikeId = (called: string, prefix: string) => called.trim().startsWith(prefix);
