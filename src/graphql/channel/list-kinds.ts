import { z } from "zod"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Context } from "../context.ts"
import { DomainError } from "../errors.ts"
import { kinds } from "./kinds.ts"

export type KindView = {
  kind: ChannelKind
  owners: ("user" | "project")[]
  /** JSON Schema of what its owner enters. */
  settings: unknown
  missing: string | null
}

/** What channels can be made of here, in the order in which people are offered them. */
export function listKinds({ actor, env }: Context): KindView[] {
  if (actor.kind === "anonymous") {
    throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
  }
  return Object.values(kinds).map(({ kind, owners, config, missing }) => ({
    kind,
    owners: [...owners],
    settings: z.toJSONSchema(config, { io: "input", unrepresentable: "any" }),
    missing: missing(env),
  }))
}
