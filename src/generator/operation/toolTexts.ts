import { cleanLine, cleanText } from "../document/cleanText.ts";
import type { OperationModel } from "./operationModel.ts";

const longestTitle = 100;
const longestDescription = 1000;

/** The title and the description of a tool, from what the operation says of itself. */
export function createToolTexts({ summary, description, deprecated, method, path, operationId }: OperationModel) {
  const title = cleanLine(summary, longestTitle).replace(/\.$/, "") || words(operationId) || `${method} ${path}`;
  const first = cleanText(summary, longestDescription);
  const rest = cleanText(description, longestDescription);
  const whole = rest.startsWith(first.replace(/\.$/, "")) ? [rest] : [first, rest];
  const texts = [deprecated ? "Deprecated." : "", ...whole].filter((text) => text !== "");
  const usable = whole.some((text) => text !== "") ? texts : [...texts, `${method} ${cleanLine(path, 300)}`];
  return { title, description: cleanText(usable.join("\n\n"), longestDescription) };
}

/** `listPets` as `List pets`. */
function words(id: string): string {
  const text = cleanLine(
    id.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[^\p{L}\p{N}]+/gu, " "),
    longestTitle,
  ).toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
