import type { App, CommandHandler } from "../app.ts";

/** Shows archived projects, servers and skills in their views, until they are hidden again. */
export const showArchived: CommandHandler<Pick<App, "filters">> = (app) => app.filters.showArchived(true);
export const hideArchived: CommandHandler<Pick<App, "filters">> = (app) => app.filters.showArchived(false);
