import { z } from "zod"
import { text } from "../../../../platform/text-schema.ts"
import { senderNames, senderOf } from "../../../../senders/sender-kinds.ts"
import { stepsOf } from "../../../../senders/read-path.ts"
import { id, name } from "../../../kernel/input.ts"

const mostLabels = 50
const pair = z.object({ name: text(200).min(1, "must not be empty"), value: text(1000) })

/** Names that occur twice would hide one of their values. */
const labels = z
  .array(pair)
  .max(mostLabels, `must be at most ${mostLabels} labels`)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: "must name each label once",
  })

const path = text(500).refine((given) => stepsOf(given) !== null, {
  error: "must be a path to one member, such as $.alert.title",
})

/** Members of a JSON body by what they mean. */
const mapping = z
  .array(z.object({ name: text(50), path }))
  .max(20, "must be at most 20 paths")
  .nullable()

/** Settings of a source, as they are given and changed. */
export const sourceSettings = {
  name,
  policyId: id.nullable(),
  severity: z.enum(["high", "low"], { error: "must be high or low" }),
  labels,
  mapping,
  isEnabled: z.boolean(),
}

export const sourceKind = z.enum(senderNames, { error: `must be one of ${senderNames.join(", ")}` })

type Pair = { name: string; value: string }

/** As stored. */
export const asObject = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]))

export const mappingOf = (paths: readonly { name: string; path: string }[] | null) =>
  paths === null || paths.length === 0
    ? null
    : asObject(paths.map(({ name, path: value }) => ({ name, value })))

/** Why paths do not fit a kind; null if they do. */
export function mappingFault(kind: string, given: Record<string, string> | null): string | null {
  const known = senderOf(kind)?.mapping ?? null
  if (given === null) return null
  if (known === null) return "must be omitted: the format of this kind is fixed"
  const stranger = Object.keys(given).find((one) => !Object.hasOwn(known, one))
  return stranger === undefined
    ? null
    : `must name members of ${Object.keys(known).join(", ")}; got ${stranger}`
}

const stored = z.record(z.string(), z.string()).nullable().catch(null)
/** Labels or a mapping as stored; empty for null. */
export const readWords = (json: unknown): Record<string, string> => stored.parse(json) ?? {}
