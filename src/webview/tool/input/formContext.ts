import type { FieldMember } from "../form/formField.ts";
import type { FormModel } from "../form/formModel.ts";
import type { FormSchema } from "../form/formSchema.ts";
import type { ValuePath } from "../form/valueAt.ts";

/** A value of the form: its schema, its place and its name. */
export interface FieldPlace {
  readonly schema: FormSchema;
  readonly path: ValuePath;
  readonly label: string;
  readonly isRequired: boolean;
  /** Whether it is an item of a list: an empty text is a value there. */
  readonly isItem?: boolean;
  /** Whether the field can be removed although no schema lists it, because the user added it. */
  readonly isAdded?: boolean;
  /** Controls beside the name: the choice of a variant, and what moves or removes an item. */
  readonly tools?: readonly HTMLElement[];
}

/** The control that shows a value, and where its problem is written. */
export interface ShownField {
  readonly control: HTMLElement;
  readonly message: HTMLElement;
  readonly setFile?: ((file: ChosenFile) => void) | undefined;
}

/** `data` is base64. */
export interface ChosenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly data: string;
}

/** What the parts of a form share. Pointers are JSON Pointers of values. */
export interface FormContext {
  readonly model: FormModel;
  /** The heading that names the form. */
  readonly headingId: string;
  /** The label of a member of an object. */
  nameMember(member: FieldMember): string;
  getValue(path: ValuePath): unknown;
  /** Takes a value that its control shows already. */
  enter(path: ValuePath, value: unknown): void;
  /** Takes a value and draws the form again. `focusKey` is the `data-key` of the element that gets the focus. */
  change(path: ValuePath, value: unknown, focusKey?: string): void;
  redraw(focusKey?: string): void;
  pickFile(pointer: string): void;
  /** Registers the field that shows a value. */
  addField(pointer: string, field: ShownField): void;
  /** Clears what the user chose for the values below a place, because other values are there now. */
  clearChoices(pointer: string): void;
  readonly choices: FormChoices;
}

/** What the user chose in the form and the value does not say. */
export interface FormChoices {
  /** The selected variant by pointer and depth. */
  readonly variants: Map<string, number>;
  /** The pointers of the objects whose optional fields are visible. */
  readonly open: Set<string>;
  /** How many items or fields are shown, by pointer. */
  readonly counts: Map<string, number>;
  /** The texts that are no JSON, by pointer. */
  readonly brokenTexts: Map<string, string>;
}
