import { writeFileSync } from "node:fs";

/** Runs a module and writes its report or its error to the file that the bench reads. */
export async function report(work: () => Promise<unknown>): Promise<void> {
  const outcome = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }),
  );
  writeFileSync(process.env.FAIRLEAD_TEST_REPORT ?? "", JSON.stringify(outcome));
}
