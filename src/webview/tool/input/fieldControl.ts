import type { FieldFrame } from "./createFieldFrame.ts";
import type { ChosenFile } from "./formContext.ts";

/** The control in which a value is entered, and the element around it. */
export interface FieldControl {
  readonly element: HTMLElement;
  readonly control: HTMLElement;
  readonly setFile?: (file: ChosenFile) => void;
}

export type ControlAttributes = FieldFrame["control"] & { readonly "data-key": string };
