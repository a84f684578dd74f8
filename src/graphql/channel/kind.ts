import type { z } from "zod"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Env } from "../../env.ts"

/** What a kind of channel must be told and what is shown of it; how it sends is its file in notify/channels. */
export type Kind<Config> = {
  kind: ChannelKind
  /** Whose it can be. */
  owners: readonly ("user" | "project")[]
  /** What its owner enters; the messages of its errors say what to write instead. */
  config: z.ZodType<Config>
  /** The address in one spelling, for finding the same one again. */
  addressOf(config: Config): string
  /** What its owner knows it by, without giving the secret away. */
  hintOf(config: Config): string
  /** Which settings of the installation it lacks, in words for an operator; null where it can be used. */
  missing(env: Env): string | null
  /** Why this installation must not send there, such as a URL that the guard refuses; null where it may. */
  refuse?(config: Config, env: Env): string | null
}
