import type { AgentModelRequest, AgentModelStep } from "./agentModelStub.ts";

/** Codex shows the folders of skills by short names. */
function findSkillPath(body: string, skill: string): string | undefined {
  const [, shown] = new RegExp(`\\(file: ([^)\\s]*${skill}/SKILL\\.md)\\)`).exec(body) ?? [];
  const [root = "", ...rest] = shown?.split("/") ?? [];
  const [, folder] = new RegExp(`\`${root}\`\\s*=\\s*\`([^\`]+)\``).exec(body) ?? [];
  return folder === undefined ? shown : [folder, ...rest].join("/");
}

/**
 * A model that reads a skill which the agent offers, then calls a tool of a server, then answers with the word of the skill and the
 * tool's result, if it saw them.
 */
export function createScriptedModel(names: { readonly skill: string; readonly tool: string }) {
  return ({ tools, results, body }: AgentModelRequest): AgentModelStep => {
    const read = findSkillReader(tools, body, names.skill);
    if (results === 0 && read) return read;
    const tool = tools.find((one) => one.endsWith(names.tool));
    if (tool !== undefined && !body.includes("zebras counted")) {
      const [namespace, name] = tool.includes(".") ? tool.split(".") : [undefined, tool];
      return { kind: "call", tool: name ?? tool, input: { herd: "north" }, ...(namespace && { namespace }) };
    }
    const seen = [/WORD-\d+/, /\d+ zebras counted/].flatMap((pattern) => pattern.exec(body)?.[0] ?? []);
    return { kind: "answer", text: `Seen: ${seen.join(", ") || "nothing"}.` };
  };
}

function findSkillReader(tools: readonly string[], body: string, skill: string): AgentModelStep | undefined {
  if (!body.includes(skill)) return undefined;
  if (tools.includes("Skill")) return { kind: "call", tool: "Skill", input: { skill } };
  if (tools.includes("activate_skill")) return { kind: "call", tool: "activate_skill", input: { name: skill } };
  const path = findSkillPath(body, skill);
  return path === undefined ? undefined : { kind: "call", tool: "exec_command", input: { cmd: `cat ${path}` } };
}
