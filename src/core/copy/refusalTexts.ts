import * as l10n from "@vscode/l10n";
import type { CopyRefusal, ItemPlan } from "./planCopy.ts";

interface RefusalText {
  readonly why: string;
  readonly advice: string;
}

/** Why an item is not copied, and what to do about it. */
export function describeRefusal({ item }: ItemPlan, refusal: CopyRefusal): RefusalText {
  switch (refusal.kind) {
    case "noVersion":
      return item.kind === "server"
        ? { why: l10n.t("It has no version yet."), advice: l10n.t("Generate a version, then copy again.") }
        : { why: l10n.t("It is a draft without a version."), advice: l10n.t("Publish it, then copy again.") };
    case "notOffered":
      return {
        why: l10n.t`The service there does not have the operation ${refusal.operation}.`,
        advice: l10n.t("Check Compatibility of that connection shows what it has. Copy to another service."),
      };
    case "forbidden":
      return { why: refusal.reason, advice: l10n.t("Use a key that may read the registry, then copy again.") };
    case "hiddenVersions":
      return {
        why: refusal.reason,
        advice:
          item.kind === "server"
            ? l10n.t("Deploy it there from its own folder or document.")
            : l10n.t("Publish it there from its own folder."),
      };
    case "draft":
      return {
        why: l10n.t("A draft of this name is there, and a copy would replace it."),
        advice: l10n.t("Publish, rename or archive the draft there, or copy into another project."),
      };
    case "otherFiles":
      return {
        why: l10n.t`Its version ${refusal.version} has other files there. A version never changes.`,
        advice: l10n.t("Rename one of the two, or copy into another project."),
      };
    case "otherVersion":
      return {
        why: l10n.t`The version ${refusal.version} there is not in this history, so a copied version would come after it.`,
        advice: l10n.t("Rename one of the two, or copy into another project."),
      };
  }
}
