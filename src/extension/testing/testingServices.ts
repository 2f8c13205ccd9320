import type { ModelAccess } from "./model/modelAccess.ts";
import type { PendingTestRuns } from "./model/pendingTestRuns.ts";
import type { TestExplorerRunner } from "./model/testSubject.ts";

/** What commands use of tests. */
export interface TestingServices {
  /** Test runs that are followed, by the server or skill that they test. */
  readonly pendingRuns: PendingTestRuns;
  /** Runs tests in the Test Explorer. */
  readonly tests: TestExplorerRunner;
  readonly model: ModelAccess;
}
