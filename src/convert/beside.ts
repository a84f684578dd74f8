import type { Ledger } from "./ledger.ts"
import type { Found } from "./source.ts"
import { inside, isFilled } from "./source.ts"
import { listed, plural } from "./words.ts"

/** Tells once what hangs on monitors without being one, such as `["contacts", "attributes", "contact_ids"]`. */
export function tellBeside(
  ledger: Ledger,
  found: Found[],
  ...kinds: [string, ...string[]][]
): void {
  const held = kinds.flatMap(([words, ...path]) => {
    const count = found.filter(({ value }) => isFilled(inside(value, ...path))).length
    return count === 0 ? [] : [`${words} (of ${plural(count, "monitor")})`]
  })
  if (held.length > 0) {
    ledger.general(`Not part of a document, to be set up here: ${listed(held)}`)
  }
}
