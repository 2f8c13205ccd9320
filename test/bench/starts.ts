import * as z from "zod";
import { inEditor } from "./inEditor.ts";
import { type Bench, compareWithFloor } from "./measuring/figure.ts";

const schema = z.object({ bareRows: z.number(), rows: z.number() });

/** Measures the first wait of a new user. */
export const starts: Bench = {
  ids: ["starts"],
  run: async () => {
    const found = await inEditor({ module: "starts.ts", schema, rounds: 5 });
    return [
      compareWithFloor(
        {
          ...{ id: "starts", goal: "from the first click on a view to its content, all of ours loaded: at most 10 x" },
          ...{ beside: "a view of one item", unit: "ms", limit: { atMost: 10 } },
        },
        found.map(({ bareRows, rows }) => ({ floor: bareRows, ours: rows })),
      ),
    ];
  },
};
