import { Option } from "commander"
import { z } from "zod"
import type { Note, ProviderName } from "../convert/conversion.ts"
import { providerNames } from "../convert/conversion.ts"
import { convert } from "../convert/convert.ts"
import * as config from "../graphql/monitoring/config/config-document.ts"
import { readText } from "./read-text.ts"

export type From = "auto" | "watchkeeper" | ProviderName

export const fromOption = (): Option =>
  new Option("--from <product>", "product that exported the document")
    .choices(["auto", "watchkeeper", ...providerNames])
    .default("auto")

/** `notes`: what a conversion did not import. */
export type Config = { document: unknown; notes: Note[] }

/**
 * Reads a document of monitors from a file, or standard input for `-`; converts other products' exports.
 * @throws {UsageError | ConvertError | DomainError} with what to do instead.
 */
export async function readConfig(file: string, from: From): Promise<Config> {
  const text = await readText(file)
  if (from === "watchkeeper") return ownConfig(config.readText(text))
  if (from === "auto") {
    const json = tryJson(text)
    if (isOwn(json)) return ownConfig(json)
  }
  const { document, notes } = convert(text, from)
  return { document, notes }
}

/** The output of `monitor convert --json` also contains a document. */
const converted = z.object({ document: z.looseObject({ version: z.number() }) })
const own = z.union([z.looseObject({ version: z.number(), monitors: z.unknown() }), converted])

const isOwn = (json: unknown): boolean => own.safeParse(json).success

function ownConfig(json: unknown): Config {
  const { data } = converted.safeParse(json)
  return { document: data?.document ?? json, notes: [] }
}

/** Undefined if the text is not JSON: exports may be YAML or CSV. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
