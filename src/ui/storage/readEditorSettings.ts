import { workspace } from "vscode";
import * as z from "zod";
import { defaultMaxTools } from "../../contract/servers.ts";
import type { EditorSettings } from "../../core/foundation/ports.ts";

const settingsSchema = z.object({
  maxTools: z.int().min(3).max(5000).catch(defaultMaxTools),
  refreshSeconds: z.number().min(2).max(3600).catch(10),
  requestTimeoutSeconds: z.number().min(5).max(600).catch(30),
  notifications: z.enum(["all", "important"]).catch("all"),
  changesPreview: z.enum(["unproven", "never"]).catch("unproven"),
});

export function readEditorSettings(): EditorSettings {
  const configuration = workspace.getConfiguration("fairlead");
  return settingsSchema.parse({
    maxTools: configuration.get("generate.maxTools"),
    refreshSeconds: configuration.get("refreshSeconds"),
    requestTimeoutSeconds: configuration.get("requestTimeoutSeconds"),
    notifications: configuration.get("notifications"),
    changesPreview: configuration.get("changes.preview"),
  });
}
