import {
  ConvertError,
  providerNames,
  UnclearProductError,
  type Conversion,
  type Converted,
  type ProviderName,
} from "./conversion.ts"
import type { Provider } from "./provider.ts"
import { providers } from "./providers.ts"
import { readSource, topObjects, type Source } from "./source.ts"
import { hiding, listed } from "./convert-messages.ts"
import { fillSource } from "./placeholders.ts"
import { noVariables, secretsIn, type Variables } from "./variables.ts"

/**
 * Converts another product's export to a document for an import, with notes on everything not imported.
 * @throws {ConvertError} if the text is not such an export; says what to do instead.
 */
export function convert(
  text: string,
  from: ProviderName | "auto",
  variables: Variables = noVariables,
): Conversion {
  return hiding(secretsIn(variables), () => {
    const source = readSource(text)
    const provider = from === "auto" ? recognize(source) : providers[from]
    const filled = fillSource(source, variables, provider.bareVariables ?? "none")
    return { provider: provider.name, ...convertAs(provider, filled) }
  })
}

function convertAs(provider: Provider, source: Source): Converted {
  try {
    return provider.convert(source)
  } catch (error) {
    const [other] = detected(source)
    if (!(error instanceof ConvertError) || other === undefined || other === provider) throw error
    throw new ConvertError(`${error.message} It looks like an export from ${other.title}.`)
  }
}

const detected = (source: Source): Provider[] =>
  Object.values(providers).filter((provider) => provider.detect(source))

function recognize(source: Source): Provider {
  const found = detected(source)
  const [only, ...others] = found
  const all = providerNames.join(", ")
  if (only === undefined) {
    if (isOwn(source)) {
      throw new ConvertError("This is already a Watchkeeper document and needs no conversion.")
    }
    throw new UnclearProductError(
      "Could not detect the product of this export.",
      `Name it with --from: ${all}.`,
    )
  }
  if (others.length > 0) {
    const names = listed(found.map(({ title }) => title))
    throw new UnclearProductError(
      `This could be an export from ${names}.`,
      `Name the product with --from: ${all}.`,
    )
  }
  return only
}

const isOwn = (source: Source): boolean =>
  topObjects(source).some(({ value }) => value["version"] === 1 && Array.isArray(value["monitors"]))
