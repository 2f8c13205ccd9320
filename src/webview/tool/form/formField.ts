import type { FormSchema } from "./formSchema.ts";

/** One value of a form: how it is entered. The fields in it are described when they are shown. */
export type FormField = { readonly schema: FormSchema } & FieldShape;

export type FieldShape =
  | { readonly kind: "text"; readonly format: TextFormat }
  /** A number that JavaScript would change is entered as text; some schemas allow it for integers beyond 2^53. */
  | { readonly kind: "number"; readonly isInteger: boolean }
  | { readonly kind: "choice"; readonly choices: readonly FieldChoice[] }
  | { readonly kind: "null" }
  /** Bytes as base64, alone or in an object with the name and the type of the file. */
  | { readonly kind: "file"; readonly members: FileMembers | undefined }
  | { readonly kind: "list"; readonly itemSchema: (index: number) => FormSchema; readonly canAdd: boolean }
  | { readonly kind: "object"; readonly members: readonly FieldMember[]; readonly added: FormSchema | undefined }
  | { readonly kind: "variants"; readonly variants: readonly FieldVariant[]; readonly selected: number }
  /** Any value, or one that does not have the type that the schema asks for: it is written as JSON. */
  | { readonly kind: "json" };

export type TextFormat = "plain" | "date" | "dateTime" | "url" | "email" | "short";
export interface FieldChoice {
  readonly value: unknown;
  readonly label: string;
}
/** The names of the members of a file. */
export interface FileMembers {
  readonly data: string;
  readonly name: string | undefined;
  readonly mediaType: string | undefined;
}
export interface FieldMember {
  readonly name: string;
  readonly schema: FormSchema;
  readonly isRequired: boolean;
  /** Whether the schema has no property of this name: the user added it. */
  readonly isAdded: boolean;
}

export interface FieldVariant {
  readonly schema: FormSchema;
  readonly label: string;
}
