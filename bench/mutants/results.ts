import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { z } from "zod"

/** Lines of the file of results. A line counts as long as the files that it is about are the same. */
const line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reach"),
    test: z.string(),
    testHash: z.string(),
    group: z.string(),
    groupHash: z.string(),
    ms: z.number(),
    /** By the key of a mutant, how many tests had started when it was last reached. */
    reached: z.record(z.string(), z.number()),
  }),
  z.object({
    type: z.literal("verdict"),
    key: z.string(),
    at: z.string(),
    change: z.string(),
    test: z.string(),
    testHash: z.string(),
    isKilled: z.boolean(),
    why: z.string(),
  }),
])
export type Line = z.infer<typeof line>

export const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12)

export const readResults = (path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .flatMap((text) => (text === "" ? [] : [line.parse(JSON.parse(text))]))
    : []

export const writeResult = (path: string, result: Line): void =>
  appendFileSync(path, `${JSON.stringify(result)}\n`)
