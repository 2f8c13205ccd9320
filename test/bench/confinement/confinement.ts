import * as z from "zod";
import { askedOf } from "../deployments.ts";
import { type Bench, compareWithFloor, runInTurn } from "../measuring/figure.ts";
import { measureRate } from "../measuring/rate.ts";
import { startReportingProcess } from "../reportingProcess.ts";

const waySchema = z.object({ url: z.string(), token: z.string() });
const schema = z.object({
  measured: z
    .object({
      times: z.array(z.object({ floor: z.number(), ours: z.number() })),
      ways: z.object({ ours: waySchema, floor: waySchema }),
    })
    .nullable(),
});

/** Compares confined servers with the same ones under Node's permission model alone. There is nothing to compare without a sandbox. */
export const confinement: Bench = {
  ids: ["P13"],
  run: async () => {
    const service = await startReportingProcess("./confinement/confinedService.ts", schema);
    try {
      const { measured } = service.report;
      if (!measured) return [];
      const load = { calls: 2000, atOnce: 32 };
      const rounds = await runInTurn(
        9,
        () => measureRate(askedOf(measured.ways.ours), load),
        () => measureRate(askedOf(measured.ways.floor), load),
      );
      return [
        compareWithFloor(
          {
            ...{ id: "P13", goal: "a confined server starts in at most 1.3 of the time of an unconfined one" },
            ...{ beside: "Node's permission model alone", unit: "ms", limit: { atMost: 1.3 } },
          },
          measured.times,
        ),
        compareWithFloor(
          {
            ...{ id: "P13", goal: "a confined server answers at least 0.9 of the calls of an unconfined one" },
            ...{ beside: "Node's permission model alone", unit: "calls/s", limit: { atLeast: 0.9 } },
          },
          rounds,
        ),
      ];
    } finally {
      await service.end();
    }
  },
};
