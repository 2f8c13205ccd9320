import * as z from "zod";
import { startServedService } from "../support/servedService.ts";
import { type Bench, compare, type Round } from "./figure.ts";
import { inEditor } from "./inEditor.ts";

const count = 10_000;
const drawn = z.array(z.object({ ms: z.number(), drawnMs: z.number() }));

/** A tree of ten thousand servers beside one of as many plain items, in a real window. */
export const tree: Bench = {
  ids: ["P4"],
  run: async () => {
    const served = await startServedService();
    try {
      const { url } = served.service;
      await fill(served);
      const key = served.service.firstKey ?? "";
      const [found] = await inEditor({
        ...{ module: "tree.ts", schema: z.object({ firstPage: drawn, ours: drawn, bare: drawn }), rounds: 1 },
        environment: { FAIRLEAD_BENCH_URL: url, FAIRLEAD_BENCH_KEY: key, FAIRLEAD_BENCH_COUNT: String(count) },
      });
      if (!found) throw new Error("The window said nothing.");
      const { firstPage, ours, bare } = found;
      const beside = "a provider of 10,000 plain items";
      const figure = (goal: string, rounds: readonly Round[]) =>
        compare({ ...{ id: "P4", goal, beside, unit: "ms" }, limit: { atMost: 1.5 } }, rounds);
      const rounds = (some: typeof ours, what: "ms" | "drawnMs") =>
        some.map((one, index) => ({ ours: one[what], floor: bare[index]?.ms ?? Number.NaN }));
      return [
        figure(
          "a refresh where the first page of 10,000 servers is shown: at most 1.5 x all as plain items",
          rounds(firstPage, "ms"),
        ),
        figure(
          "10,000 servers that are all loaded, drawn anew: at most 1.5 x as many plain items",
          rounds(ours, "drawnMs"),
        ),
        figure("the same with reading all of their pages again: at most 1.5 x as many plain items", rounds(ours, "ms")),
      ];
    } finally {
      await served.close();
    }
  },
};

async function fill({ api, project }: Awaited<ReturnType<typeof startServedService>>): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `Server ${index + 1}`).values();
  // Several take from the same names.
  const one = async () => {
    for (const name of names) await api.call("servers.create", { projectId: project.id, name });
  };
  await Promise.all(Array.from({ length: 8 }, one));
}
