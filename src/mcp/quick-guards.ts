import { JSONRPCErrorResponseSchema, JSONRPCResultResponseSchema } from "@modelcontextprotocol/core"

/**
 * Refuses without parsing what lacks a required member. The SDK asks five times a request whether a message is a
 * response, and zod returns each failure with a getter of its own: V8 keeps what such a getter refers to, here the
 * whole request and its answer, until the next full collection.
 */
function guard(schema: { safeParse(value: unknown): unknown }, member: string): void {
  const parse = schema.safeParse.bind(schema)
  const failure = parse(undefined)
  schema.safeParse = (value) =>
    typeof value === "object" && value !== null && member in value ? parse(value) : failure
}

guard(JSONRPCResultResponseSchema, "result")
guard(JSONRPCErrorResponseSchema, "error")
