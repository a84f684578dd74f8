import { ConvertError, type Converted, type ProviderName } from "./conversion.ts"
import type { BareVariables } from "./placeholders.ts"
import type { Source } from "./source.ts"

export type Provider = {
  name: ProviderName
  title: string
  /** Which variables without braces it fills in; none if absent. */
  bareVariables?: BareVariables
  /** Whether the export has marks that only this product's exports have. */
  detect(source: Source): boolean
  /** @throws {ConvertError} if the export does not have the product's shape. */
  convert(source: Source): Converted
}

/** @param wanted the shape of the product's exports: "an object with a list named checks". */
export const otherShape = (title: string, wanted: string): ConvertError =>
  new ConvertError(`This is not an export from ${title}: expected ${wanted}.`)
