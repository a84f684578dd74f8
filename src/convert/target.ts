import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import type { Entry } from "./conversion.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { hasSecretParameter, quoted } from "./convert-messages.ts"

/** What a monitor checks, not yet validated; members may be missing in an export. */
export type Target =
  | { type: "http"; url: string | undefined }
  | { type: "tcp" | "tls"; host: string | undefined; port: number | undefined }
  | { type: "ping"; host: string | undefined }
  | { type: "dns"; host: string | undefined; recordType: string | undefined }
  | { type: "heartbeat"; periodSeconds: number; graceSeconds?: number | undefined }

const recordTypes = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"]

type TargetMembers = Pick<Entry, "url" | "host" | "port" | "dns_record_type">

export function targetMembers(target: Target, item: Item): TargetMembers | Dropped {
  switch (target.type) {
    case "http":
      return address(target.url, item)
    case "tcp":
    case "tls": {
      const host = readHost(target.host)
      if (host === null) return noHost(target.host)
      const { port } = target
      if (port === undefined) return drop("the export does not contain its port")
      if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        return drop(`its port is ${port}, which is not a whole number from 1 to 65535`)
      }
      return { host, port }
    }
    case "ping": {
      const host = readHost(target.host)
      return host === null ? noHost(target.host) : { host }
    }
    case "dns": {
      const host = readHost(target.host)
      if (host === null) return noHost(target.host)
      const type = target.recordType?.toUpperCase() ?? ""
      if (recordTypes.includes(type)) return { host, dns_record_type: type }
      return drop(
        type === ""
          ? "the export does not contain its record type"
          : `its record type ${quoted(type)} is not one of ${recordTypes.join(", ")}`,
      )
    }
    case "heartbeat":
      return {}
  }
}

function address(given: string | undefined, item: Item): TargetMembers | Dropped {
  const text = given?.trim() ?? ""
  if (text === "") return drop("it has no URL")
  if (!text.isWellFormed()) return drop("its URL contains an unpaired surrogate")
  if (text.length > 2048) return drop("its URL is longer than 2,048 characters")
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : null
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return drop("its address is not a complete URL that starts with http:// or https://")
  }
  if (hasSecretParameter(text)) {
    item.lossy(
      "A parameter of its URL looks like a secret and is part of the document: keep the file private",
    )
  }
  if (url.username === "" && url.password === "") return { url: text }
  item.lossy(
    "The user name or password in its URL was removed: add an Authorization header by hand",
  )
  url.username = ""
  url.password = ""
  return { url: url.href }
}

const noHost = (given: string | undefined): Dropped => {
  if (given === undefined || given.trim() === "") return drop("it has no host")
  return drop(
    given.includes("://")
      ? "its host is a URL instead of a name or IP address"
      : "its host is neither a name nor an IP address",
  )
}

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** A host name (RFC 1123 with underscores) or IP address that imports accept. */
function readHost(given: string | undefined): string | null {
  const text = given?.trim() ?? ""
  const bare = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text
  if (isIP(bare) !== 0) return bare
  const ascii = domainToASCII(bare.replace(/\.$/, ""))
  const labels = ascii.split(".")
  const isName = ascii.length <= 253 && !/^\d*$/.test(labels.at(-1) ?? "")
  return isName && bare.length <= 255 && labels.every((one) => label.test(one)) ? bare : null
}

/** Splits `host:port` and `[address]:port`; the port may be undefined. */
export function splitPort(text: string): { host: string; port: number | undefined } {
  const [, six, four, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,9}))?$/.exec(text.trim()) ?? []
  const host = six ?? four
  if (host === undefined) return { host: text.trim(), port: undefined }
  return { host, port: port === undefined ? undefined : Number(port) }
}

/** A name server that imports accept; undefined if it is not an IP address. */
export function resolverAt(given: string, port: number | undefined): string | undefined {
  const address = given.trim()
  const version = isIP(address)
  if (version === 0) return undefined
  if (port === undefined || port === 53 || !Number.isInteger(port)) return address
  if (port < 1 || port > 65_535) return undefined
  return version === 6 ? `[${address}]:${port}` : `${address}:${port}`
}
