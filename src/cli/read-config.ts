import { Option } from "commander"
import type { Note } from "../convert/conversion.ts"
import { providerNames } from "../convert/conversion.ts"
import type { From } from "../graphql/monitoring/config/read-export.ts"
import { readExport } from "../graphql/monitoring/config/read-export.ts"
import { readText } from "./read-text.ts"

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
export const readConfig = async (file: string, from: From): Promise<Config> =>
  readExport(await readText(file), from)
