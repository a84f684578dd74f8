import type { Conversion, ProviderName } from "../../../convert/conversion.ts"
import { ConvertError, UnclearProductError } from "../../../convert/conversion.ts"
import { convert } from "../../../convert/convert.ts"

export type Tried = { conversion: Conversion; fault: null } | { conversion: null; fault: string }

/** Converts an export; an error is a sentence for a form. Imports little, because a worker thread loads it. */
export function tryConvert(text: string, from: ProviderName | "auto"): Tried {
  try {
    return { conversion: convert(text, from), fault: null }
  } catch (error) {
    return { conversion: null, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof UnclearProductError) return `${error.problem} Choose the product.`
  if (error instanceof ConvertError) return error.message
  throw error
}
