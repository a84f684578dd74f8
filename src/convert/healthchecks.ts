import { filters, healthchecksTable } from "./healthchecks-members.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { flag, number, readMembers, text } from "./read-members.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  findMarked,
  inside,
  isFilled,
  isMembers,
  pagesOf,
  type Found,
  type Source,
  type Members,
} from "./source.ts"
import { quoted } from "./convert-messages.ts"

const title = "Healthchecks.io"

/** A read-only key returns unique_key instead of ping_url. */
function find(source: Source): Found[] {
  const checks = findMarked(source, ["checks"], "grace")
  const isTheirs = checks.some(({ value }) =>
    ["n_pings", "ping_url", "unique_key", "manual_resume"].some(
      (name) => isMembers(value) && name in value,
    ),
  )
  return isTheirs ? checks : []
}

export const healthchecks: Provider = {
  name: "healthchecks",
  title,
  detect: (source) => find(source).length > 0,
  convert(source) {
    const pages = pagesOf(source, "checks")
    const found = pages.length > 0 ? pages.flatMap(({ items }) => items) : find(source)
    if (found.length + pages.length === 0) {
      throw otherShape(title, 'an API response with "checks"')
    }
    const ledger = openLedger(title)
    for (const one of found) {
      const type = inside(one.value, "schedule") === undefined ? "simple" : "cron"
      const about = { name: nameOf(one.value), type, table: healthchecksTable }
      ledger.takeObject(one, about, convertOne)
    }
    return ledger.close()
  },
}

const nameOf = (check: unknown): unknown => {
  const name = inside(check, "name")
  return name === undefined || name === null || name === "" ? inside(check, "slug") : name
}

const shape = {
  name: text,
  slug: text,
  desc: text,
  tags: text,
  timeout: number,
  grace: number,
  schedule: text,
  tz: text,
  status: text,
  methods: text,
  manual_resume: flag,
}
function convertOne(raw: Members, item: Item): Draft | Dropped {
  const read = readMembers(shape, raw, item)
  if (isFilled(read.schedule)) {
    return drop(
      `it has the cron schedule ${quoted(read.schedule)} (${read.tz ?? "UTC"}), but heartbeats have a fixed period: create one by hand`,
      "schedule",
    )
  }
  if (read.timeout === undefined) return drop("the export does not contain its period", "timeout")
  const rules = filters.filter((name) => isFilled(raw[name]))
  if (rules.length > 0) {
    item.lossy(`Its filters for pings (${rules.join(", ")}) were not imported`)
  }
  if (isFilled(read.methods)) {
    item.lossy(
      `Its restriction to ${quoted(read.methods)} was not imported: any method counts as a ping`,
      "methods",
    )
  }
  if (read.manual_resume === true) {
    item.lossy("Manual resume is not supported", "manual_resume")
  }
  return {
    type: "heartbeat",
    periodSeconds: read.timeout,
    graceSeconds: read.grace,
    description: read.desc,
    isPaused: read.status === "paused",
    labels: (read.tags ?? "").split(/\s+/),
  }
}
