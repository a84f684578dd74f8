import type { Converted, ProviderName } from "./conversion.ts"
import { ConvertError } from "./conversion.ts"
import type { Source } from "./source.ts"

export type Provider = {
  name: ProviderName
  title: string
  /** True where the export has marks that only this product's have. */
  detect(source: Source): boolean
  /** @throws {ConvertError} where the export has none of the product's shape. */
  convert(source: Source): Converted
}

/** @param wanted what the product's exports look like: "an object with a list named checks". */
export const otherShape = (title: string, wanted: string): ConvertError =>
  new ConvertError(`This is no export of ${title}: expected ${wanted}.`)
