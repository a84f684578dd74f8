import { graphql } from "graphql"
import type { Plan } from "../../prisma/generated/enums.ts"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import type { World } from "./world.ts"

type Answer = {
  data: Record<string, unknown> | null
  errors: { message: string; code: unknown; path: string }[]
}

/** One request with its own context, as in a server. */
export async function ask(
  { services }: World,
  actor: Actor,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<Answer> {
  const contextValue = contextFor(services, actor)
  const { data, errors = [] } = await graphql({ schema, source, variableValues, contextValue })
  return {
    // Through JSON, because graphql's objects have no prototype.
    data: JSON.parse(JSON.stringify(data ?? null)),
    errors: errors.map(({ message, extensions, path }) => ({
      message,
      code: extensions.code,
      path: path?.join(".") ?? "",
    })),
  }
}

/** A key's actor as the authenticator creates it. */
export const keyActor = (
  projectId: string,
  keyId: string,
  scopes: string[],
  plan: Plan = "pro",
): Actor => ({ kind: "key", keyId, projectId, plan, name: "robot", scopes }) as Actor
