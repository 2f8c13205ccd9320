import * as z from "zod";
import { type Bench, compareWithFloor, runInTurn } from "./measuring/figure.ts";
import { measureRate } from "./measuring/rate.ts";
import { startReportingProcess } from "./reportingProcess.ts";

/** Compares the local service's list of 50 servers with hono and one prepared statement. */
export const servedList: Bench = {
  ids: ["P9"],
  run: async () => {
    const services = await startReportingProcess(
      "./listService.ts",
      z.object({ ours: z.string(), bare: z.string(), key: z.string() }),
    );
    const { ours, bare, key } = services.report;
    const headers = { authorization: `Bearer ${key}` };
    const load = { calls: 500, atOnce: 16 };
    const rounds = await runInTurn(
      9,
      () => measureRate({ url: ours, headers }, load),
      () => measureRate({ url: bare, headers }, load),
    );
    await services.end();
    return [
      compareWithFloor(
        {
          ...{ id: "P9", goal: "the local service's list of 50: at least 0.8 of bare hono and SQLite" },
          ...{ beside: "hono and one prepared statement", unit: "lists/s", limit: { atLeast: 0.8 } },
        },
        rounds,
      ),
    ];
  },
};
