import * as z from "zod";
import { startServedService } from "../support/service/servedService.ts";
import { inEditor } from "./inEditor.ts";
import { type Bench, compareWithFloor, median } from "./measuring/figure.ts";

const count = 10_000;
const drawn = z.array(z.object({ ms: z.number(), drawnMs: z.number() }));
type Times = readonly number[];
const all = (rounds: z.infer<typeof drawn>): Times => rounds.map(({ ms }) => ms);
const drawing = (rounds: z.infer<typeof drawn>): Times => rounds.map(({ drawnMs }) => drawnMs);

/** Compares a tree of ten thousand servers with one of as many plain items, in a real window. */
export const tree: Bench = {
  ids: ["P4"],
  run: async () => {
    const served = await startServedService();
    try {
      const { url } = served.service;
      await fill(served);
      const key = served.service.firstKey ?? "";
      const [found] = await inEditor({
        ...{
          module: "tree.ts",
          schema: z.object({
            firstPage: drawn,
            oneChanged: drawn,
            oneNew: drawn,
            bare: drawn,
            bareRead: drawn,
            bareSame: drawn,
          }),
          rounds: 1,
        },
        environment: { FAIRLEAD_BENCH_URL: url, FAIRLEAD_BENCH_KEY: key, FAIRLEAD_BENCH_COUNT: String(count) },
      });
      if (!found) throw new Error("The window said nothing.");
      const { firstPage, oneChanged, oneNew, bare, bareRead, bareSame } = found;
      const figure = (goal: string, some: Times, beside: string, floor: Times) =>
        compareWithFloor(
          { ...{ id: "P4", goal: `${goal}: at most 1.5 x`, beside, unit: "ms" }, limit: { atMost: 1.5 } },
          some.map((ours, index) => ({ ours, floor: floor[index] ?? Number.NaN })),
        );
      const plain = "as many items that are a label only";
      const same = "the very same items, made before";
      const sameRead = `their pages by undici, and ${same}`;
      const byItself = (median(all(bareSame)) / median(all(bare))).toFixed(2);
      return [
        figure("refresh of 10,000 servers, the first page shown, one of it new", all(firstPage), plain, all(bare)),
        figure("10,000 servers, all shown, one of them new: drawn", drawing(oneNew), same, all(bareSame)),
        figure(`the same (VS Code by itself: ${byItself})`, drawing(oneNew), plain, all(bare)),
        figure("all of their pages read again, and drawn", all(oneNew), sameRead, all(bareRead)),
        figure("the same where one has changed and none is new", all(oneChanged), sameRead, all(bareRead)),
      ];
    } finally {
      await served.close();
    }
  },
};

async function fill({ api, project }: Awaited<ReturnType<typeof startServedService>>): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `Server ${index + 1}`).values();
  // Several servers use the same names.
  const one = async () => {
    for (const name of names) await api.call("servers.create", { projectId: project.id, name });
  };
  await Promise.all(Array.from({ length: 8 }, one));
}
