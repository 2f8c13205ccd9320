import type { App, CommandHandler } from "../app.ts";

/** The service of this machine: nothing to enter, nothing to install. */
export const useLocalService: CommandHandler<Pick<App, "connections" | "progress">> = async (app) => {
  const session = await app.progress.run({ title: "Starting the local service", in: "fairlead.servers" }, () =>
    app.connections.useLocal(),
  );
  if (session.kind === "failed") throw session.error;
};
