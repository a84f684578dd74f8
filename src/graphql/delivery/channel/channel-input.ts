import { z } from "zod"
import { name as anyName } from "../../kernel/input.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"

/** Input fields of a channel; its kind validates the settings. */

const known = Object.values(channelKinds).map(({ kind }) => kind)

export const kind = z.enum(known, { error: `must be one of ${known.join(", ")}` })
export const name = anyName
export const settings = z
  .unknown()
  .pipe(z.record(z.string(), z.unknown(), { error: "must be an object" }))
export const enabled = z.boolean({ error: "must be true or false" })
