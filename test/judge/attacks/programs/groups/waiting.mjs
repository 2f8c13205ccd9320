// Waits, so that the judge can look at the process.
import { later } from "../clients.mjs";

export const attacks = { wait: () => later(1500) };
