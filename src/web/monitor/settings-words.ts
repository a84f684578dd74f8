import { zonedFormat } from "../ui/zone.ts"
import { capital } from "../ui/capital.ts"

/** "monitor.updated" → "Settings changed". */
const words: Record<string, string> = {
  "monitor.created": "Created",
  "monitor.updated": "Settings changed",
  "monitor.deleted": "Deleted",
  "monitor.paused": "Paused",
  "monitor.resumed": "Resumed",
  "monitor.muted": "Muted",
  "monitor.unmuted": "Unmuted",
}

export function actionInWords(action: string): string {
  const known = words[action]
  if (known !== undefined) return known
  const text = action.replace(/^monitor\./, "").replaceAll("_", " ")
  return capital(text)
}

export type Difference = { name: string; from: string | null; to: string }

/** "failureThreshold" → "Failure threshold". */
export function fieldInWords(field: string): string {
  const text = field
    .replaceAll(/([A-Z])/g, " $1")
    .replaceAll(/[._]/g, " ")
    .toLowerCase()
  return capital(text)
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** True for values that are ids, which say nothing to a person. */
const areIds = (value: unknown): boolean =>
  JSON.stringify(value).length > 30 &&
  [value].flat().every((one) => typeof one === "string" && uuid.test(one))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const moment = zonedFormat({ dateStyle: "medium", timeStyle: "short" })

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none"
  if (typeof value === "string") return time.test(value) ? moment.format(new Date(value)) : value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.length === 0 ? "none" : value.join(", ")
  }
  return JSON.stringify(value)
}

/** The members of an audit entry's changes, as before and after; those with one value alone have no before. */
export function differencesOf(changes: unknown): Difference[] {
  if (!isRecord(changes)) return []
  return Object.entries(changes).map(([field, value]) => {
    const sides = isRecord(value) && "from" in value && "to" in value
    const [from, to] = sides ? [value["from"], value["to"]] : [null, value]
    if (areIds(from) || areIds(to)) {
      // "labelIds" → "Labels"
      const name = fieldInWords(field.replace(/Id(s?)$/, "$1"))
      return { name, from: null, to: "changed" }
    }
    return {
      name: fieldInWords(field),
      from: sides ? valueInWords(from) : null,
      to: valueInWords(to),
    }
  })
}
