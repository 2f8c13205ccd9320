import { isRecord } from "../../../text/record.ts";
import type { AnyTool } from "./protocolSchemas.ts";

/** As MCP advises for tools (2025-11-25), and as models' own interfaces demand of properties. */
const goodToolName = /^[A-Za-z0-9_.-]{1,128}$/;
const goodPropertyName = /^[A-Za-z0-9_.-]{1,64}$/;

/** What is sound, but will trouble whoever uses the tool; one sentence each. */
export function listToolWarnings({ name, description, inputSchema }: AnyTool): string[] {
  const notes: string[] = [];
  if (!goodToolName.test(name)) notes.push("Some clients refuse its name: use A-Z, a-z, 0-9, _ . - and at most 128.");
  if (typeof description !== "string" || description.trim() === "")
    notes.push("It has no description: a model cannot know when to call it.");
  if (!isRecord(inputSchema)) return notes;
  const properties = Object.keys(isRecord(inputSchema.properties) ? inputSchema.properties : {});
  const odd = properties.filter((one) => !goodPropertyName.test(one));
  if (odd.length > 0)
    notes.push(`Some models refuse these property names: ${quoted(odd)}. Use A-Z, a-z, 0-9, _ . - and at most 64.`);
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const undescribed = required.filter((one) => typeof one === "string" && !properties.includes(one));
  if (undescribed.length > 0) notes.push(`It requires what it does not describe: ${quoted(undescribed)}.`);
  return notes;
}

const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(", ");
