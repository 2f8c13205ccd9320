/** Creates a valid `SKILL.md`; `more` are further lines of its front matter. */
export function createSkillText(name: string, body = "Say hello.", ...more: readonly string[]): string {
  const description = "Greets people. Use it when somebody is to be greeted.";
  return `${["---", `name: ${name}`, `description: ${description}`, ...more, "---", "", body].join("\n")}\n`;
}
