import type { CommandHandler } from "../../base/editorServices.ts";
import type { WorkbenchServices } from "../app.ts";

export const loadMore: CommandHandler<Pick<WorkbenchServices, "loadMore">> = async (app, { node }) => {
  if (node?.kind === "more") await app.loadMore(node.of);
};
