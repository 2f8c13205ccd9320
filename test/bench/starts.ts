import * as z from "zod";
import { inEditor } from "./inEditor.ts";
import { type Bench, compareWithFloor, compareWithLimit, median } from "./measuring/figure.ts";

const schema = z.object({ bareRows: z.number(), rows: z.number(), problems: z.array(z.number()) });

/** Measures the first waits of a new user. */
export const starts: Bench = {
  ids: ["starts"],
  run: async () => {
    const found = await inEditor({ module: "starts.ts", schema, rounds: 5 });
    const id = "starts";
    return [
      compareWithFloor(
        {
          ...{ id, goal: "from the first click on a view to its content, all of ours loaded: at most 10 x" },
          ...{ beside: "a view of one item", unit: "ms", limit: { atMost: 10 } },
        },
        found.map(({ bareRows, rows }) => ({ floor: bareRows, ours: rows })),
      ),
      compareWithLimit(
        { id, goal: "from a saved SKILL.md to its problems: at most one frame", unit: "ms" },
        1000 / 60,
        found.map(({ problems }) => median(problems)),
      ),
    ];
  },
};
