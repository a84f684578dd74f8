import { z } from "zod"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"

export type KindView = {
  kind: ChannelKind
  owners: ("user" | "project")[]
  /** JSON Schema of its settings. */
  settings: unknown
  missing: string | null
}

/** List the channel kinds in display order. */
export function listKinds({ actor, env }: Context): KindView[] {
  if (actor.kind === "anonymous") {
    throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
  }
  return Object.values(channelKinds).map(({ kind, owners, config, missing }) => ({
    kind,
    owners: [...owners],
    settings: z.toJSONSchema(config, { io: "input", unrepresentable: "any" }),
    missing: missing(env),
  }))
}
