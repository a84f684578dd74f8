import { builder } from "./builder.ts"
import { typeOfNode } from "./node-type.ts"

export const Node = builder.interfaceRef<{ id: string }>("Node").implement({
  description: "An object that can be fetched by its id.",
  fields: (t) => ({ id: t.exposeID("id", { description: "UUID version 7." }) }),
  resolveType: typeOfNode,
})
