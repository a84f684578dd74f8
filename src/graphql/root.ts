import { builder } from "./builder.ts"

builder.queryType({ description: "What can be read." })
builder.mutationType({ description: "What can be done." })
builder.subscriptionType({
  description:
    "What can be watched. Each stream opens with the present state, then brings every change.",
})
