/** An OpenAPI document of three operations, whose API needs a key. */
export const createHarbourDocument = (origin: string) => `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
servers:
  - url: ${origin}
security:
  - key: []
paths:
  /berths:
    get:
      operationId: listBerths
      tags: [berths]
      summary: The free berths of the harbour
      responses: { "200": { description: The berths } }
  /ships/{id}:
    get:
      operationId: getShip
      tags: [ships]
      summary: A ship in the harbour
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: The ship } }
    delete:
      operationId: removeShip
      tags: [ships]
      summary: Removes a ship
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { "204": { description: It is gone } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Harbour-Key }
`;
