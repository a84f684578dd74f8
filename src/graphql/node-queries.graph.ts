import { builder } from "./kernel/builder.ts"
import { findNodes } from "./find-nodes.ts"
import { Node } from "./kernel/node.graph.ts"

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description:
      "The object with this id, with the permissions of its type; null if there is none.",
    args: { id: t.arg.id({ required: true, description: "The id." }) },
    async resolve(_root, { id }, ctx) {
      const [found] = await findNodes(ctx, [id])
      return (await found) ?? null
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: "The objects with these ids, in order; null for unknown ids.",
    args: { ids: t.arg.idList({ required: true, description: "The ids, at most 25." }) },
    resolve: (_root, { ids }, ctx) => findNodes(ctx, ids),
  }),
}))
