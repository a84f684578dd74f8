import { alertDefaults } from "./gatus-alert.ts"
import { convertEndpoint, convertExternal } from "./gatus-endpoint.ts"
import { configTable, endpointTable, externalTable } from "./gatus-members.ts"
import { drop } from "./item.ts"
import { openLedger } from "./conversion-notes.ts"
import { otherShape, type Provider } from "./provider.ts"
import { inside, pagesOf, someHave, topObjects, type Source } from "./source.ts"
import { listed } from "./convert-messages.ts"

const title = "Gatus"

/** Old configurations call endpoints `services`. */
const endpoints = (source: Source) =>
  [...pagesOf(source, "endpoints"), ...pagesOf(source, "services")].flatMap(({ items }) => items)
const externals = (source: Source) =>
  pagesOf(source, "external-endpoints").flatMap(({ items }) => items)
const suites = (source: Source) => pagesOf(source, "suites").flatMap(({ items }) => items)

const others = [
  "alerting",
  "storage",
  "security",
  "ui",
  "web",
  "remote",
  "maintenance",
  "announcements",
  "tunneling",
  "connectivity",
]

export const gatus: Provider = {
  name: "gatus",
  title,
  bareVariables: "any",
  detect: (source) =>
    someHave(endpoints(source), "name", "conditions") ||
    someHave(endpoints(source), "name", "url") ||
    someHave(externals(source), "name", "token"),
  convert(source) {
    const names = ["endpoints", "services", "external-endpoints", "suites"]
    if (pagesOf(source, ...names).length === 0) {
      throw otherShape(title, 'a configuration with "endpoints" or "external-endpoints"')
    }
    const ledger = openLedger(title, "any")
    const defaults = alertDefaults(source)
    for (const one of endpoints(source)) {
      const about = { name: nameOf(one.value), type: typeOf(one.value), table: endpointTable }
      ledger.takeObject(one, about, (raw, item) => convertEndpoint(raw, item, defaults))
    }
    for (const one of externals(source)) {
      const about = { name: nameOf(one.value), type: "external-endpoint", table: externalTable }
      ledger.takeObject(one, about, convertExternal)
    }
    for (const { value, pointer } of suites(source)) {
      ledger.take({ name: nameOf(value), type: "suite", pointer }, () =>
        drop("multi-step suites are not supported"),
      )
    }
    const further = others.filter((name) => topObjects(source).some(({ value }) => name in value))
    if (further.length > 0) {
      ledger.general(`The settings of ${listed(further)} are not part of config documents`)
    }
    for (const { value, pointer } of topObjects(source)) {
      ledger.envelope(value, configTable, pointer)
    }
    return ledger.close()
  },
}

/** Names are unique within a group. */
function nameOf(endpoint: unknown): unknown {
  const [group, name] = [inside(endpoint, "group"), inside(endpoint, "name")]
  const isGrouped = (typeof group === "string" && group !== "") || typeof group === "number"
  const isNamed = (typeof name === "string" && name.trim() !== "") || typeof name === "number"
  return isGrouped && isNamed ? `${group}/${name}` : name
}

function typeOf(endpoint: unknown): string {
  if (inside(endpoint, "dns") !== undefined) return "dns"
  const url = inside(endpoint, "url")
  return typeof url === "string"
    ? (/^([a-z0-9+-]{1,20}):\/\//i.exec(url)?.[1]?.toLowerCase() ?? "")
    : ""
}
