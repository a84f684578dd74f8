import type { Answer } from "dns-packet"
import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import ipaddr from "ipaddr.js"
import type { DnsRecordType } from "../../../prisma/generated/enums.ts"
import { plainName, type Question } from "./dns-message.ts"

/** The records that answer the query, as text in a stable order; and the target of an alias, or null. */
export function render(
  { name, type }: Question,
  answers: Answer[],
): { values: string[]; alias: string | null } {
  const chain = follow(plainName(name), answers)
  const records = answers.filter((one) => one.type === type && chain.includes(plainName(one.name)))
  const values = [...new Set(records.map((record) => printable(value(record))))]
  const alias = chain.length > 1 ? (chain.at(-1) ?? null) : null
  return { values: values.toSorted(numerically), alias: alias && printable(alias) }
}

/** The name and its aliases; the set ends circular chains. */
function follow(name: string, answers: Answer[]): string[] {
  const aliases = new Map(
    answers.flatMap((one) =>
      one.type === "CNAME" ? [[plainName(one.name), plainName(one.data)] as const] : [],
    ),
  )
  const chain = new Set([name])
  for (let next = aliases.get(name); next && !chain.has(next); next = aliases.get(next)) {
    chain.add(next)
  }
  return [...chain]
}

function value(record: Answer): string {
  if (record.type === "A" || record.type === "AAAA") return address(record.data)
  if (record.type === "CNAME" || record.type === "NS" || record.type === "PTR") {
    return plainName(record.data)
  }
  if (record.type === "MX") {
    return `${record.data.preference ?? 0} ${plainName(record.data.exchange)}`
  }
  if (record.type === "SRV") {
    const { priority = 0, weight = 0, port, target } = record.data
    return `${priority} ${weight} ${port} ${plainName(target)}`
  }
  if (record.type === "SOA") {
    const { mname, rname, serial, refresh, retry, expire, minimum } = record.data
    const numbers = [serial, refresh, retry, expire, minimum].map((one) => one ?? 0)
    return [plainName(mname), plainName(rname), ...numbers].join(" ")
  }
  if (record.type === "CAA") {
    const { flags = 0, tag, value } = record.data
    return `${flags} ${tag} "${value}"`
  }
  // One text may be split into several strings of at most 255 bytes.
  if (record.type === "TXT") return [record.data].flat().map(String).join("")
  throw new Error(`${record.type} is not a type that monitors query`)
}

/** Escapes control characters as in zone files (RFC 1035, section 5.1); a stored text can hold no NUL. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (one) => `\\${(one.codePointAt(0) ?? 0).toString().padStart(3, "0")}`)

const collator = new Intl.Collator("en", { numeric: true })
const numerically = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1)

const address = (text: string) => (isIP(text) === 0 ? text : ipaddr.parse(text).toString())

/** Expected values that are missing from the seen ones, as written by the user. */
export function missingValues(type: DnsRecordType, expected: string[], seen: string[]): string[] {
  const keys = new Set(seen.map((one) => comparable(type, one)))
  // An MX may be expected by its host alone.
  if (type === "MX") for (const one of seen) keys.add(comparable(type, one.split(" ")[1] ?? ""))
  return expected.filter((one) => !keys.has(comparable(type, one)))
}

/** A canonical form: ignores case, final dots, IPv6 notation, quotes and whitespace. */
function comparable(type: DnsRecordType, text: string): string {
  if (type === "TXT") {
    const [, inner] = /^"(.*)"$/s.exec(text.trim()) ?? []
    return (inner ?? text).replaceAll(/"\s+"/g, "").trim()
  }
  const words = text.replaceAll('"', "").trim().split(/\s+/)
  return words.map((word) => address(asciiName(plainName(word)))).join(" ")
}

const asciiName = (name: string) =>
  /^[\u0020-\u007e]*$/.test(name) ? name : domainToASCII(name) || name
