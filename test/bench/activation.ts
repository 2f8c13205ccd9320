import * as z from "zod";
import { inEditor } from "./inEditor.ts";
import { type Bench, compareWithFloor, compareWithLimit } from "./measuring/figure.ts";

const activated = z.object({ ms: z.number(), heapMb: z.number() });

/** Compares the activation of Fairlead with that of an empty extension. */
export const activation: Bench = {
  ids: ["P2"],
  run: async () => {
    const schema = z.object({ bare: activated, ours: activated });
    const found = await inEditor({ module: "activation.ts", schema, rounds: 7 });
    const heap = found.map(({ bare, ours }) => ours.heapMb - bare.heapMb);
    return [
      compareWithFloor(
        {
          ...{ id: "P2", goal: "activation: at most 3 x an extension that does nothing" },
          ...{ beside: "an extension of one command", unit: "ms", limit: { atMost: 3 } },
        },
        found.map(({ bare, ours }) => ({ floor: bare.ms, ours: ours.ms })),
      ),
      compareWithLimit({ id: "P2", goal: "heap after activation: at most 2 MB more than theirs", unit: "MB" }, 2, heap),
    ];
  },
};
