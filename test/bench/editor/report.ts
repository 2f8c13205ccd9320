import { writeFileSync } from "node:fs";

/** Runs what a module has to say, and writes it, or why it cannot, where the bench reads it. */
export async function report(work: () => Promise<unknown>): Promise<void> {
  const said = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }),
  );
  writeFileSync(process.env.FAIRLEAD_TEST_REPORT ?? "", JSON.stringify(said));
}
