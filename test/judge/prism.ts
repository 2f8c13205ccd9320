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
  /** The URL of the Prism instance for a path. */
  addressFor(path: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts Prism for one document. Prism tries every operation for each request, which takes a quarter of a second for a thousand
 * operations. So a request goes to an instance with only the operations whose path matches, or with all if none matches.
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

/** Whether the path matches each fixed segment of the template; a parameter matches any segment. */
function canMean(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, place) => segment.includes("{") || segment === given[place])
  );
}
