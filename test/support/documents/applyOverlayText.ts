import { parse } from "yaml";
import { applyOverlay } from "../../../src/generator/overlay/applyOverlay.ts";
import { readOverlay } from "../../../src/generator/overlay/readOverlay.ts";
import { isRecord } from "../../../src/text/record.ts";

/** Applies an overlay's YAML to a document's YAML. */
export function applyOverlayText(document: string, overlay: string) {
  const value: unknown = parse(document);
  if (!isRecord(value)) throw new Error("The document is no object.");
  const { actions, problems, locate } = readOverlay(overlay);
  const applied = applyOverlay(value, actions);
  return { ...applied, document: value, problems: [...problems, ...applied.findings.map(locate)] };
}

/** An overlay with these actions, as YAML. */
export const createOverlay = (actions: string, version = "1.0.0") =>
  `overlay: ${version}\ninfo: { title: Test, version: 1.0.0 }\nactions:\n${actions}`;
