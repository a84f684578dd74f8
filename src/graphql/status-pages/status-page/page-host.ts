import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import { z } from "zod"

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Normalizes a domain name: lower case, international letters encoded. Null if it is not valid. */
export function readHost(text: string): string | null {
  const name = text.trim().replace(/\.$/, "")
  // What divides the parts of an address would be cut off without a word.
  if (/[/?#@:\\%\s]/.test(name)) return null
  const host = domainToASCII(name).toLowerCase()
  const labels = host.split(".")
  const isName = labels.length > 1 && host.length <= 253 && labels.every((part) => label.test(part))
  // A last part of digits would be read as an address (URL Standard, host parsing).
  return isName && isIP(host) === 0 && !/^\d+$/.test(labels.at(-1) ?? "") ? host : null
}

export const host = z.string({ error: "must be a string" }).transform((text, ctx) => {
  const name = readHost(text)
  if (name !== null) return name
  ctx.addIssue("must be a domain name such as status.example.com, without scheme, port or path")
  return z.NEVER
})

/** Name of the TXT record that proves ownership of a domain. */
export const recordNameOf = (name: string): string => `_watchkeeper.${name}`
