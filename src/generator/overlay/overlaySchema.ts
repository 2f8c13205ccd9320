import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { parameterExtensionSchema, toolExtensionSchema } from "../operation/toolExtension.ts";

/** An action as other tools read it; `update` may have any value. */
export const overlayActionSchema = z.looseObject({
  target: z.string().describe(l10n.t("The JSONPath (RFC 9535) of what the action changes: `$.paths['/pets'].get`.")),
  description: z.string().optional().describe(l10n.t("What the action is for.")),
  update: z
    .unknown()
    .optional()
    .describe(l10n.t("What is merged into each target. An array gets it as further items.")),
  copy: z.string().optional().describe(l10n.t("The JSONPath of what is merged into each target, since Overlay 1.1.")),
  remove: z.boolean().optional().describe(l10n.t("Whether the targets are removed.")),
});

const infoSchema = z
  .looseObject({
    title: z.string().describe(l10n.t("What the overlay is for.")),
    version: z.string().describe(l10n.t("The version of the overlay itself.")),
    description: z.string().optional().describe(l10n.t("A longer text about the overlay.")),
  })
  .describe(l10n.t("Facts about the overlay."));

const toolUpdateSchema = z.looseObject({
  "x-mcp": z
    .union([toolExtensionSchema, parameterExtensionSchema])
    .optional()
    .describe(l10n.t("How the operation is a tool, or how the tool gets the parameter.")),
});

/** `NAME.overlay.yaml`, `.yml` or `.json` beside the API document `NAME`. */
export const overlayFileSchema = z
  .looseObject({
    overlay: z.string().describe(l10n.t("The version of the Overlay Specification: `1.0.0` or `1.1.0`.")),
    info: infoSchema,
    extends: z.string().optional().describe(l10n.t("The document that the overlay belongs to, as a URI reference.")),
    actions: z
      .array(
        overlayActionSchema.extend({
          update: z
            .union([toolUpdateSchema, z.unknown()])
            .optional()
            .describe(overlayActionSchema.shape.update.description ?? ""),
        }),
      )
      .describe(l10n.t("The changes, in their order.")),
  })
  .describe(l10n.t("An OpenAPI Overlay: changes to an API document that are kept in a file of their own."));
