import { builder } from "./builder.ts"

builder.queryType({ description: "Read operations." })
builder.mutationType({ description: "Write operations." })
builder.subscriptionType({
  description: "Live streams. Each stream starts with the current state, then sends every change.",
})
