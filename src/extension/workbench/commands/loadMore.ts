import type { App, CommandHandler } from "../app.ts";

export const loadMore: CommandHandler<Pick<App, "loadMore">> = async (app, { node }) => {
  if (node?.kind === "more") await app.loadMore(node.of);
};
