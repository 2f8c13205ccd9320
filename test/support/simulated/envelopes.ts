import { applyCasing } from "./conventions/casing.ts";
import type { Style } from "./conventions/style.ts";
import { type Fields, mergeFields, nestValue } from "./json.ts";
import { pluralOf, spokenResourceName } from "./resources.ts";
import { relationshipsField } from "./wireItem.ts";

/** Wraps a page of a list; `facts` are the fields about the next page. */
export function wrapList(style: Style, resource: string, items: readonly Fields[] | null, facts: Fields): unknown {
  const { list, casing } = style;
  const plural = applyCasing(pluralOf(resource), casing);
  switch (list.kind) {
    case "bare":
      return items ?? [];
    case "named":
      return { [list.name]: items, ...facts };
    case "plural":
      return { [plural]: items, ...facts };
    case "odd":
      return { [list.name]: items, took: 3, ...facts };
    case "nested":
      return mergeFields(nestValue([list.outer, list.inner ?? plural], items), facts);
    case "success":
      return { success: true, errors: [], messages: [], result: items, ...facts };
    case "jsonApi":
      return mergeFields(
        { data: items?.map((item) => jsonApiOf(style, resource, item)) ?? null, links: { self: "/" } },
        facts,
      );
    case "hal":
      return mergeFields({ _embedded: { [plural]: items }, _links: { self: { href: "/" } } }, facts);
    case "edges":
      return { edges: items?.map((node, index) => ({ cursor: `e${index}`, node })) ?? null, ...facts };
    case "wrappedItems": {
      const wrapped = items?.map((item) => ({
        [applyCasing(spokenResourceName(resource), casing)]: item,
        _meta: { official: true },
      }));
      return { [plural]: wrapped ?? null, ...facts };
    }
  }
}

export function wrapItem(style: Style, resource: string, item: Fields): unknown {
  const name = applyCasing(spokenResourceName(resource), style.casing);
  switch (style.item) {
    case "bare":
      return item;
    case "data":
      return { data: item };
    case "result":
      return { result: item };
    case "resource":
      return { [name]: item };
    case "withMeta":
      return { data: item, meta: { [applyCasing("requestId", style.casing)]: "req-1" } };
    case "success":
      return { success: true, errors: [], messages: [], result: item };
    case "nested":
      return { data: { [name]: item } };
    case "jsonApi":
      return { data: jsonApiOf(style, resource, item), links: { self: "/" } };
  }
}

/** The id is outside the attributes. */
function jsonApiOf({ casing }: Style, resource: string, item: Fields): Fields {
  const { id, [relationshipsField]: relationships, ...attributes } = item;
  return {
    type: applyCasing(pluralOf(resource), casing),
    ...(id !== undefined && { id }),
    attributes,
    ...(relationships !== undefined && { relationships }),
  };
}
