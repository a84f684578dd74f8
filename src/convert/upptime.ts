import { cronSeconds } from "./durations.ts"
import { slowAfter } from "./assertion.ts"
import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, needs, type Dropped, type Item } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { flag, list, number, readMembers, text } from "./read-members.ts"
import { otherShape, type Provider } from "./provider.ts"
import { acceptedCodes } from "./request.ts"
import { inside, isFilled, pagesOf, someHave, type Members, type Source } from "./source.ts"
import { splitPort } from "./target.ts"
import { quoted, wordOf } from "./convert-messages.ts"
import { siteTable, upptimeTable } from "./upptime-members.ts"

const title = "Upptime"

const marks = ["owner", "repo", "status-website", "workflowSchedule", "user-agent"]
const isTheirs = (source: Source): boolean =>
  pagesOf(source, "sites").some(
    ({ value, items }) =>
      (someHave(items, "name", "url") || someHave(items, "url")) &&
      marks.some((mark) => mark in value),
  )

export const upptime: Provider = {
  name: "upptime",
  title,
  bareVariables: "upper",
  detect: isTheirs,
  convert(source) {
    const pages = pagesOf(source, "sites")
    if (pages.length === 0) throw otherShape(title, 'its .upptimerc.yml with "sites"')
    const ledger = openLedger(title, "upper")
    for (const { value: config, pointer, items } of pages) {
      const schedule = wordOf(inside(config, "workflowSchedule", "uptime") ?? "*/5 * * * *")
      const seconds = cronSeconds(schedule)
      if (seconds === null) {
        ledger.general(
          `The schedule ${quoted(schedule)} is not regular; an interval of 5 min is used`,
        )
      }
      for (const one of items) {
        const name = inside(one.value, "name") ?? inside(one.value, "url")
        const about = { name, type: inside(one.value, "check") ?? "http", table: siteTable }
        ledger.takeObject(one, about, (raw, item) => convertSite(raw, seconds ?? 300, item))
      }
      ledger.envelope(config, upptimeTable, pointer)
    }
    return ledger.close()
  },
}

const shape = {
  url: text,
  check: text,
  port: number,
  method: text,
  maxResponseTime: number,
  maxRedirects: number,
  expectedStatusCodes: list,
  __dangerous__insecure: flag,
  __dangerous__disable_verify_peer: flag,
  __dangerous__disable_verify_host: flag,
  __dangerous__body_down: text,
  __dangerous__body_down_if_text_missing: text,
}
/** Status codes that count as up by default. */
const usualCodes = ["200-208", "226", "300-308"]
const usualRedirects = 3

function convertSite(raw: Members, intervalSeconds: number, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  const { url = "", check = "http", port } = read
  const open = item.unfilled(url, wordOf(raw["port"]))
  if (open.length > 0) return drop(needs(open), "url")
  const assertions = slowAfter(read.maxResponseTime)
  const common = { intervalSeconds, assertions }
  switch (check) {
    case "tcp-ping": {
      const { host, port: inside } = splitPort(url.replace(/^[a-z]+:\/\/([^/]*).*$/i, "$1"))
      return { ...common, type: "tcp", host, port: port ?? inside }
    }
    case "icmp-ping":
      return { ...common, type: "ping", host: url }
    case "ssl": {
      const { host, port: inside } = splitPort(url.replace(/^[a-z]+:\/\/([^/]*).*$/i, "$1"))
      return { ...common, type: "tls", host, port: port ?? inside ?? 443 }
    }
    case "http":
      return {
        ...common,
        type: "http",
        url,
        request: {
          method: read.method,
          headerCount: Array.isArray(raw["headers"]) ? raw["headers"].length : 0,
          hasBody: isFilled(raw["body"]),
          codes: acceptedCodes(read.expectedStatusCodes ?? usualCodes, item, "expectedStatusCodes"),
          maxRedirects: read.maxRedirects ?? usualRedirects,
          ignoresCertificate: [
            read.__dangerous__insecure,
            read.__dangerous__disable_verify_peer,
            read.__dangerous__disable_verify_host,
          ].includes(true),
        },
        assertions: [
          ...word(read.__dangerous__body_down_if_text_missing, "contains"),
          ...word(read.__dangerous__body_down, "not_contains"),
          ...assertions,
        ],
      }
    default:
      return drop(`checks of the type ${quoted(check)} are not supported`, "check")
  }
}

const word = (value: string | undefined, comparison: "contains" | "not_contains"): Assertion[] =>
  value === undefined || value === "" ? [] : [{ kind: "body", comparison, value }]
