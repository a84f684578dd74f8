import { parse, subscribe } from "graphql"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import { busIsIdle } from "./bus.ts"
import type { World } from "./world.ts"

export type Stream = {
  /** The data of the next event. */
  next(): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

/** Opens a subscription as a server does; if it is refused, returns the errors. */
export async function listen(
  world: World,
  actor: Actor,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<{ stream: Stream } | { errors: { message: string; code: unknown }[] }> {
  await busIsIdle(world)
  const contextValue = contextFor(world.services, actor)
  const opened = await subscribe({ schema, document: parse(source), variableValues, contextValue })
  if (!(Symbol.asyncIterator in opened)) {
    const { errors = [] } = opened
    return { errors: errors.map(({ message, extensions }) => ({ message, code: extensions.code })) }
  }
  return {
    stream: {
      async next() {
        const { value, done } = await opened.next()
        if (done === true) throw new Error("the stream ended")
        const { data, errors } = value
        if (errors !== undefined) throw new Error(errors.map(String).join("\n"))
        // Through JSON, because graphql's objects have no prototype.
        return JSON.parse(JSON.stringify(data)) as Record<string, unknown>
      },
      async stop() {
        await opened.return(undefined)
      },
    },
  }
}
