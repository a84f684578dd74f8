import { tellBeside } from "./beside.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { openLedger } from "./ledger.ts"
import { flag, number, readMembers, text } from "./members.ts"
import type { Provider } from "./provider.ts"
import { otherShape } from "./provider.ts"
import type { Found, Source } from "./source.ts"
import { findMarked, inside, isFilled, isMembers, pagesOf } from "./source.ts"
import { quoted } from "./words.ts"

const title = "Healthchecks.io"

/** A key that only reads gets unique_key instead of ping_url; nothing else differs. */
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
      throw otherShape(title, 'an answer of its API with "checks"')
    }
    const ledger = openLedger(title)
    for (const { value, pointer } of found) {
      const type = inside(value, "schedule") === undefined ? "simple" : "cron"
      ledger.take({ name: nameOf(value), type, pointer }, (item) => convertOne(value, item))
    }
    tellBeside(ledger, found, ["integrations", "channels"])
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
const filters = [
  "subject",
  "subject_fail",
  "start_kw",
  "success_kw",
  "failure_kw",
  "filter_subject",
  "filter_body",
  "filter_http_body",
  "filter_default_fail",
]

function convertOne(raw: unknown, item: Item): Draft | Dropped {
  if (!isMembers(raw)) return drop("it is no object")
  const read = readMembers(shape, raw, item)
  if (isFilled(read.schedule)) {
    return drop(
      `it follows the schedule ${quoted(read.schedule)} (${read.tz ?? "UTC"}), and a heartbeat here has a fixed period: make one by hand`,
      "schedule",
    )
  }
  if (read.timeout === undefined) return drop("the export does not tell its period", "timeout")
  const rules = filters.filter((name) => isFilled(raw[name]))
  if (rules.length > 0) {
    item.lossy(`Its rules on what counts as a ping (${rules.join(", ")}) were left out`)
  }
  if (isFilled(read.methods)) {
    item.lossy(
      `That it takes ${quoted(read.methods)} alone was left out: any method counts here`,
      "methods",
    )
  }
  if (read.manual_resume === true) {
    item.lossy("That it stays paused until somebody resumes it was left out", "manual_resume")
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
