import { Option } from "commander"
import { providerNames, type Note } from "../convert/conversion.ts"
import { readExport, type From } from "../graphql/monitoring/config/read-export.ts"
import { readEnvFile, readExportFile } from "./read-export-file.ts"

export const fromOption = (): Option =>
  new Option("--from <product>", "product that exported the document")
    .choices(["auto", "watchkeeper", ...providerNames])
    .default("auto")

export const envOption = (): Option =>
  new Option("--env <file>", "file of NAME=value lines that fill placeholders of another product")

/** `notes`: what a conversion did not import. */
export type Config = { document: unknown; notes: Note[] }

/**
 * Reads a document of monitors from a file, or standard input for `-`; converts other products' exports.
 * @throws {UsageError | ConvertError | DomainError} with what to do instead.
 */
export const readConfig = async (file: string, from: From, env?: string): Promise<Config> =>
  readExport(await readExportFile(file), from, await readEnvFile(env))
