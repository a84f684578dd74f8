import {
  ConvertError,
  UnclearProductError,
  type Conversion,
  type ProviderName,
} from "../../../convert/conversion.ts"
import { convert } from "../../../convert/convert.ts"
import { readKumaDatabase } from "../../../convert/uptime-kuma-database.ts"
import { readVariables } from "../../../convert/variables.ts"

export type Tried = { conversion: Conversion; fault: null } | { conversion: null; fault: string }

/** @param variables lines `NAME=value`. */
export type Export = {
  from: ProviderName | "auto"
  variables: string
} & ({ text: string; database?: undefined } | { database: string; text?: undefined })

/**
 * Converts an export, or the database at a path; an error is a sentence for a form. Imports little, because a
 * worker thread loads it.
 */
export async function tryConvert({ from, variables, ...given }: Export): Promise<Tried> {
  try {
    const text = given.text ?? (await readKumaDatabase(given.database))
    return { conversion: convert(text, from, readVariables(variables)), fault: null }
  } catch (error) {
    return { conversion: null, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof UnclearProductError) return `${error.problem} Choose the product.`
  if (error instanceof ConvertError) return error.message
  throw error
}
