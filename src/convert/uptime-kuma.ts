import { openLedger, type Ledger } from "./conversion-notes.ts"
import { otherShape, type Provider } from "./provider.ts"
import {
  below,
  elements,
  inside,
  isMembers,
  someHave,
  topObjects,
  type Found,
  type Source,
} from "./source.ts"
import { backupTable, monitorTable, restTables } from "./uptime-kuma-members.ts"
import { convertMonitor, type Groups } from "./uptime-kuma-monitor.ts"
import { listed, plural, were, wordOf } from "./convert-messages.ts"

const title = "Uptime Kuma"

/** Version 1 writes a list; version 2 also an object by id, or a bare list. */
function find(source: Source): Found[] {
  const named = topObjects(source).flatMap(({ value, pointer }) => {
    const held = { value: value["monitorList"], pointer: below(pointer, "monitorList") }
    if (!isMembers(held.value)) return elements(held)
    return Object.entries(held.value).map(([id, one]) => ({
      value: one,
      pointer: below(held.pointer, id),
    }))
  })
  if (named.length > 0 || source.kind === "table") return named
  const bare = source.values.flatMap(elements)
  return marks.some((mark) => someHave(bare, "type", mark)) ? bare : []
}
const marks = ["maxretries", "upsideDown", "retryInterval", "accepted_statuscodes", "pushToken"]

const isKuma = (source: Source): boolean =>
  find(source).length > 0 || topObjects(source).some(({ value }) => "monitorList" in value)

export const uptimeKuma: Provider = {
  name: "uptime-kuma",
  title,
  detect: isKuma,
  convert(source) {
    const found = find(source)
    if (!isKuma(source)) {
      throw otherShape(title, 'an object with "monitorList", or a list of its monitors')
    }
    const ledger = openLedger(title)
    const groups = groupsOf(found)
    for (const one of found) {
      const about = { name: inside(one.value, "name"), type: inside(one.value, "type") }
      ledger.takeObject(one, { ...about, table: monitorTable }, (raw, item) =>
        convertMonitor(raw, groups, item),
      )
    }
    tellRest(source, ledger)
    return ledger.close()
  },
}

/** The names of the groups of each monitor, by the id of its parent. */
function groupsOf(found: Found[]): Groups {
  const byId = new Map(
    found.flatMap(({ value }) =>
      inside(value, "type") === "group" ? [[wordOf(inside(value, "id")), value] as const] : [],
    ),
  )
  return (parent) => {
    const names: string[] = []
    for (let at = byId.get(wordOf(parent)); at !== undefined && names.length < byId.size;) {
      names.unshift(wordOf(inside(at, "name")))
      at = byId.get(wordOf(inside(at, "parent")))
    }
    return names
  }
}

/** Notes the rest of an export; notifications in a backup contain secrets. */
function tellRest(source: Source, ledger: Ledger): void {
  const count = (name: string) =>
    topObjects(source).reduce((sum, { value }) => {
      const held = value[name]
      return sum + (typeof held === "object" && held !== null ? Object.keys(held).length : 0)
    }, 0)
  const [notices, proxies] = [count("notificationList"), count("proxyList")]
  for (const { value } of topObjects(source)) {
    for (const [table, [one, many]] of Object.entries(restTables)) {
      const rows = inside(value, "database", table)
      if (typeof rows === "number") {
        ledger.general(`${plural(rows, one, many)} in the database ${were(rows)} not imported`)
      }
    }
    if (inside(value, "database", "withoutLog") !== undefined) {
      ledger.general(
        "There was no kuma.db-wal beside the database: if Uptime Kuma was running, its latest changes are missing",
      )
    }
  }
  const held = [
    ...(notices > 0 ? [plural(notices, "notification")] : []),
    ...(proxies > 0 ? [plural(proxies, "proxy", "proxies")] : []),
  ]
  for (const { value, pointer } of topObjects(source)) {
    if ("monitorList" in value) ledger.envelope(value, backupTable, pointer)
  }
  if (held.length > 0) {
    ledger.general(`${listed(held)} in the export: not part of config documents, set up by hand`)
  }
}
