import type { Measure } from "../figure.ts";
import { visitHostileFolder } from "./hostileWorkspace/visit.ts";

/** An untrusted folder can be opened, and nothing in it runs or takes effect. */
export const hostileWorkspace: Measure = {
  id: "S9",
  goal: "untrusted workspace: read-only browsing works, nothing from the folder runs or chooses the service",
  needs: "editor",
  measure: async () => {
    const { counts, ran } = await visitHostileFolder();
    const figure = `${counts.rows} rows browsed, ${counts.refused} commands refused, ${counts.attacker} requests to the folder's service: ${ran.length} wrong`;
    return { figure, met: ran.length === 0, findings: ran };
  },
};

/** After the visit the key is in no file of the editor and not in the window's storage, except among the secrets. */
export const canariesOfTheEditor: Measure = {
  id: "S3",
  goal: "a canary key after a session with a service that repeats it: 0 in all that a real editor keeps",
  needs: "editor",
  measure: async () => {
    const { counts, leaks } = await visitHostileFolder();
    const figure = `${counts.files} files of the editor and what its window keeps: ${leaks.length} hold the key`;
    return { figure, met: leaks.length === 0, findings: leaks };
  },
};

/** Texts of a service as a real editor renders them. */
export const hostileTextsInTheEditor: Measure = {
  id: "S5",
  goal: "hostile texts in the rows and notifications of a real editor: nothing runs, nothing can be clicked",
  needs: "editor",
  measure: async () => {
    const { counts, drawn } = await visitHostileFolder();
    const figure = `${counts.rows} rows and a failure's notification: ${drawn.length} scripts, links or pictures`;
    return { figure, met: drawn.length === 0, findings: drawn };
  },
};
