import { z } from "zod"
import { name as anyName } from "../input.ts"
import { kinds } from "./kinds.ts"

/** What the members of a channel may be; its settings are judged by its kind. */

const known = Object.values(kinds).map(({ kind }) => kind)

export const kind = z.enum(known, { error: `must be one of ${known.join(", ")}` })
export const name = anyName
export const settings = z.record(z.string(), z.unknown(), { error: "must be an object" })
export const enabled = z.boolean({ error: "must be true or false" })
