import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface Operation {
  readonly path: string;
}

interface Listening {
  readonly address: string;
  close(): Promise<void>;
}

export interface Prism {
  /** Where a request to this path is judged. */
  addressFor(path: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Prism for one document. It tries every operation for each request, a quarter of a second for a thousand of them; so a
 * request goes to one that knows only the operations whose path can be meant, or all of them where none can.
 */
export async function startPrism(document: object): Promise<Prism> {
  const { getHttpOperationsFromSpec } = require("@stoplight/prism-http");
  const all: Operation[] = await getHttpOperationsFromSpec(document);
  const started = new Map<string, Promise<Listening>>();
  return {
    addressFor: async (path) => {
      const meant = all.filter((operation) => canMean(operation.path, path));
      const chosen = meant.length > 0 ? meant : all;
      const key = chosen === all ? "" : chosen.map((operation) => all.indexOf(operation)).join();
      const known = started.get(key) ?? listen(chosen);
      started.set(key, known);
      return (await known).address;
    },
    close: async () => {
      for (const listening of started.values()) await (await listening).close();
    },
  };
}

async function listen(operations: readonly Operation[]): Promise<Listening> {
  const { createServer } = require("@stoplight/prism-http-server");
  const { createLogger } = require("@stoplight/prism-core");
  const server = createServer(operations, {
    cors: false,
    config: {
      validateRequest: true,
      validateResponse: false,
      checkSecurity: true,
      errors: true,
      isProxy: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("judge", { level: "silent" }) },
  });
  const address: string = await server.listen(0, "127.0.0.1");
  return { address, close: () => server.close() };
}

/** Whether each fixed segment of the template stands in the path, a parameter standing for any. */
function canMean(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, place) => segment.includes("{") || segment === given[place])
  );
}
