import type { Conversion, Converted, ProviderName } from "./conversion.ts"
import { ConvertError, providerNames } from "./conversion.ts"
import type { Provider } from "./provider.ts"
import { providers } from "./providers.ts"
import type { Source } from "./source.ts"
import { readSource, topObjects } from "./source.ts"
import { listed } from "./words.ts"

/**
 * Another product's export as a document that an import reads, with a note on all that does not come along.
 *
 * @throws {ConvertError} with what to do instead, where the text is no such export.
 */
export function convert(text: string, from: ProviderName | "auto"): Conversion {
  const source = readSource(text)
  const provider = from === "auto" ? recognise(source) : providers[from]
  return { provider: provider.name, ...convertAs(provider, source) }
}

function convertAs(provider: Provider, source: Source): Converted {
  try {
    return provider.convert(source)
  } catch (error) {
    const [other] = detected(source)
    if (!(error instanceof ConvertError) || other === undefined || other === provider) throw error
    throw new ConvertError(`${error.message} It looks like one of ${other.title}.`)
  }
}

const detected = (source: Source): Provider[] =>
  Object.values(providers).filter((provider) => provider.detect(source))

function recognise(source: Source): Provider {
  const found = detected(source)
  const [only, ...others] = found
  const all = providerNames.join(", ")
  if (only === undefined) {
    if (isOwn(source)) {
      throw new ConvertError(
        "This is a document of Watchkeeper already, which needs no conversion.",
      )
    }
    throw new ConvertError(
      `It is not recognised whose export this is. Name the product with --from: ${all}.`,
    )
  }
  if (others.length > 0) {
    const names = listed(found.map(({ title }) => title))
    throw new ConvertError(
      `This could be an export of ${names}. Name the product with --from: ${all}.`,
    )
  }
  return only
}

const isOwn = (source: Source): boolean =>
  topObjects(source).some(({ value }) => value["version"] === 1 && Array.isArray(value["monitors"]))
