import type { Convention } from "./convention.ts";

const product = (id: string, name: string) => ({
  id,
  object: "product",
  active: true,
  created: 1764576000,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  metadata: {},
  name,
  updated: 1764662400,
  url: null,
});

export const stripe: Convention = {
  preset: "stripe",
  follows: "Stripe's API reference, version 2025-11-17 (lists, errors, pagination)",
  list: {
    operation: "projects.list",
    json: {
      object: "list",
      url: "/v1/products",
      has_more: true,
      data: [product("prod_NWjs8kKbJWmuuc", "Gold"), product("prod_NWjs8kKbJWmuud", "Silver")],
    },
    items: [
      {
        id: "prod_NWjs8kKbJWmuuc",
        name: "Gold",
        createdAt: "2025-12-01T08:00:00.000Z",
        updatedAt: "2025-12-02T08:00:00.000Z",
        livemode: false,
      },
      { id: "prod_NWjs8kKbJWmuud", name: "Silver" },
    ],
    next: { query: { starting_after: "prod_NWjs8kKbJWmuud" } },
  },
  item: {
    operation: "project.get",
    json: product("prod_NWjs8kKbJWmuuc", "Gold"),
    item: { id: "prod_NWjs8kKbJWmuuc", name: "Gold", createdAt: "2025-12-01T08:00:00.000Z" },
  },
  error: {
    json: {
      error: {
        code: "resource_missing",
        doc_url: "https://stripe.example/docs/error-codes/resource-missing",
        message: "No such product: 'prod_1'",
        param: "id",
        type: "invalid_request_error",
      },
    },
    message: "No such product: 'prod_1'",
    code: "resource_missing",
  },
};
