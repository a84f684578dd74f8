import { useRef, useState } from "react"
import { Button } from "../ui/button.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import type { MonitorWhole } from "./monitor-documents.ts"
import type { Kind } from "./monitor-kind.ts"
import { canAssert } from "./monitor-kind.ts"

type Given = MonitorWhole["assertions"][number]
export type AssertionKind = Given["kind"]

/** Most common first. */
const words: Record<AssertionKind, string> = {
  STATUS: "Status code",
  BODY: "Body text",
  JSON_PATH: "JSON value",
  HEADER: "Response header",
  REGEX: "Body matches",
  CERTIFICATE_DAYS: "Certificate expiry",
  RESPONSE_TIME: "Response time",
}
const all = Object.keys(words) as AssertionKind[]

const usualLevel = (kind: AssertionKind) =>
  kind === "RESPONSE_TIME" || kind === "CERTIFICATE_DAYS" ? "DEGRADED" : "OFFLINE"

type Item = { key: number; kind: AssertionKind; given: Given | undefined }

/** Assertions on the response; fields are named `assertion.<index>.<field>`, with the index in the order shown. */
export function Assertions({ kind, given }: { kind: Kind; given: readonly Given[] }) {
  const next = useRef(given.length)
  const [items, setItems] = useState<Item[]>(
    given.map((one, key) => ({ key, kind: one.kind, given: one })),
  )
  const add = (kind: AssertionKind) =>
    setItems([...items, { key: next.current++, kind, given: undefined }])
  return (
    <fieldset className="field" data-wide>
      <legend className="legend">Assertions</legend>
      {items.map((item, place) => (
        <div key={item.key} className="assertion">
          <input type="hidden" name={`assertion.${place}.kind`} value={item.kind} />
          <Fields item={item} place={place} />
          <Choice
            label="Otherwise"
            name={`assertion.${place}.level`}
            at={`#/assertions/${place}/level`}
            defaultValue={item.given?.level ?? usualLevel(item.kind)}
          >
            <option value="OFFLINE">Offline</option>
            <option value="DEGRADED">Degraded</option>
          </Choice>
          <Button
            variant="quiet"
            icon="close"
            aria-label={`Remove the assertion on ${words[item.kind].toLowerCase()}`}
            onClick={() => setItems(items.filter(({ key }) => key !== item.key))}
          />
        </div>
      ))}
      <div className="row">
        {all
          .filter((one) => canAssert(kind, one))
          .map((one) => (
            <Button key={one} icon="plus" onClick={() => add(one)}>
              {words[one]}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}

const textComparisons = ["CONTAINS", "NOT_CONTAINS", "EQUALS", "NOT_EQUALS"]
const jsonComparisons = [
  "EQUALS",
  "NOT_EQUALS",
  "EXISTS",
  "NOT_EXISTS",
  "CONTAINS",
  "NOT_CONTAINS",
  "LESS_THAN",
  "GREATER_THAN",
]

function Fields({ item: { kind, given }, place }: { item: Item; place: number }) {
  const field = (name: keyof Given) => ({
    name: `assertion.${place}.${name}`,
    at: `#/assertions/${place}/${name}`,
    defaultValue: given?.[name]?.toString(),
  })
  const comparison = (label: string, all: string[]) => (
    <Choice label={label} {...field("comparison")} defaultValue={given?.comparison ?? all[0]}>
      {all.map((one) => (
        <option key={one} value={one}>
          {one.replaceAll("_", " ").toLowerCase()}
        </option>
      ))}
    </Choice>
  )
  const value = <TextField label="Value" {...field("value")} />
  switch (kind) {
    case "STATUS":
      return (
        <TextField label="Status code is one of" placeholder="200-299,304" {...field("codes")} />
      )
    case "HEADER":
      return (
        <>
          <TextField label="Response header" placeholder="content-type" {...field("name")} />
          {comparison("Must", textComparisons)}
          {value}
        </>
      )
    case "BODY":
      return (
        <>
          {comparison("Body must", textComparisons)}
          {value}
        </>
      )
    case "REGEX":
      return (
        <>
          <Choice
            label="Body must"
            {...field("matches")}
            defaultValue={String(given?.matches ?? true)}
          >
            <option value="true">match</option>
            <option value="false">not match</option>
          </Choice>
          <TextField label="Regular expression" placeholder="^OK" {...field("pattern")} />
        </>
      )
    case "JSON_PATH":
      return (
        <>
          <TextField label="JSON path" placeholder="$.status" {...field("path")} />
          {comparison("Must", jsonComparisons)}
          {value}
        </>
      )
    case "RESPONSE_TIME":
      return (
        <TextField
          label="Maximum response time (ms)"
          type="number"
          placeholder="800"
          {...field("maxMs")}
        />
      )
    case "CERTIFICATE_DAYS":
    default:
      return (
        <TextField
          label="Minimum days until certificate expiry"
          type="number"
          placeholder="14"
          {...field("minDays")}
        />
      )
  }
}
