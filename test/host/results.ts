export interface Results {
  readonly passed: number;
  /** One text for each failed test: its name, then its error. */
  readonly failures: readonly string[];
}

/** Shows the failures and then, in the last line, the numbers. Without a passed test, nothing was tested, which is a failure too. */
export function reportResults({ passed, failures }: Results): void {
  for (const failure of failures) process.stdout.write(`✗ ${failure}\n`);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  if (failures.length > 0 || passed === 0) process.exitCode = 1;
}
