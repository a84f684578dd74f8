import { z } from "zod"
import type { Conversion, Converted, Note, ProviderName } from "../../../convert/conversion.ts"
import { convert } from "../../../convert/convert.ts"
import type { Variables } from "../../../convert/variables.ts"
import { readText } from "./config-document.ts"

/** The product of an export; `watchkeeper` is a document of our own. */
export type From = "auto" | "watchkeeper" | ProviderName

export type ReadExport = {
  /** Null for a document of our own. */
  product: ProviderName | null
  document: unknown
  /** What a conversion did not import. */
  notes: Note[]
  counts: Converted["counts"] | null
}

/**
 * The document of monitors in a file, converted if another product exported it.
 * @throws {ConvertError | DomainError} with what to do instead.
 */
export const readExport = (text: string, from: From, variables?: Variables): ReadExport =>
  readOwn(text, from) ?? converted(convert(text, providerOf(from), variables))

/** A document of our own; null if it is to be converted. */
export function readOwn(text: string, from: From): ReadExport | null {
  if (from === "watchkeeper") return ownDocument(readText(text))
  if (from !== "auto") return null
  const json = tryJson(text)
  return own.safeParse(json).success ? ownDocument(json) : null
}

/** Documents of our own need no provider. */
export const providerOf = (from: From): ProviderName | "auto" =>
  from === "watchkeeper" ? "auto" : from

export const converted = ({ provider, ...rest }: Conversion): ReadExport => ({
  product: provider,
  ...rest,
})

/** The output of `monitor convert --json` also contains a document. */
const printed = z.object({ document: z.looseObject({ version: z.number() }) })
const own = z.union([z.looseObject({ version: z.number(), monitors: z.unknown() }), printed])

function ownDocument(json: unknown): ReadExport {
  const { data } = printed.safeParse(json)
  return { product: null, document: data?.document ?? json, notes: [], counts: null }
}

/** Undefined if the text is not JSON: exports may be YAML or CSV. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
