import { Button } from "../ui/button.tsx"
import { Choice, TextField } from "../ui/field.tsx"
import { useDraftForm } from "./draft-context.ts"
import type { AssertionKind } from "../monitor/monitor-documents.ts"
import type { AssertionDraft } from "./form-draft.ts"
import { canAssert } from "../monitor/monitor-kind.ts"

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

const readsBody: ReadonlySet<AssertionKind> = new Set(["BODY", "REGEX", "JSON_PATH"])
const comparesNumbers: ReadonlySet<string> = new Set(["LESS_THAN", "GREATER_THAN"])

/** A new assertion has every member of its kind, so that the server names those that are empty. */
const empty: Record<AssertionKind, AssertionDraft> = {
  STATUS: { kind: "STATUS", level: "OFFLINE", codes: "" },
  HEADER: { kind: "HEADER", level: "OFFLINE", name: "", comparison: "CONTAINS", value: "" },
  BODY: { kind: "BODY", level: "OFFLINE", comparison: "CONTAINS", value: "" },
  REGEX: { kind: "REGEX", level: "OFFLINE", matches: "true", pattern: "" },
  JSON_PATH: { kind: "JSON_PATH", level: "OFFLINE", path: "", comparison: "EQUALS", value: "" },
  RESPONSE_TIME: { kind: "RESPONSE_TIME", level: "DEGRADED", maxMs: "" },
  CERTIFICATE_DAYS: { kind: "CERTIFICATE_DAYS", level: "DEGRADED", minDays: "" },
}

/** Conditions on the response, in the order of the draft. */
export function Assertions() {
  const { draft, change } = useDraftForm()
  const { assertions, kind } = draft
  const become = (next: readonly AssertionDraft[]) => change({ assertions: next })
  return (
    <fieldset className="field" data-wide>
      <legend className="legend">Assertions</legend>
      {assertions.map((one, place) => (
        // Two may be equal, and none has an id: its place is its identity.
        <div key={place} className="assertion">
          <Fields
            given={one}
            place={place}
            onChange={(part) =>
              become(assertions.map((old, at) => (at === place ? { ...old, ...part } : old)))
            }
          />
          <Button
            variant="quiet"
            icon="close"
            aria-label={`Remove the assertion on ${words[one.kind].toLowerCase()}`}
            onClick={() => become(assertions.filter((_one, at) => at !== place))}
          />
        </div>
      ))}
      {assertions.some((one) => readsBody.has(one.kind)) && (
        <p className="muted small">
          At most 10 MiB of a body are read. The status is unknown if the rest decides.
        </p>
      )}
      {assertions.some((one) => comparesNumbers.has(one.comparison ?? "")) && (
        <p className="muted small">
          If a path gives several values, every one must be less or greater.
        </p>
      )}
      <div className="row">
        {all
          .filter((one) => canAssert(kind, one))
          .map((one) => (
            <Button key={one} icon="plus" onClick={() => become([...assertions, empty[one]])}>
              {words[one]}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}

type Part = Partial<AssertionDraft>
type FieldsProps = { given: AssertionDraft; place: number; onChange(part: Part): void }

function Fields({ given, place, onChange }: FieldsProps) {
  const field = (name: keyof AssertionDraft) => ({
    name: `assertion.${place}.${name}`,
    at: `#/assertions/${place}/${name}`,
    value: given[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <KindFields given={given} field={field} />
      <Choice label="Otherwise" {...field("level")}>
        <option value="OFFLINE">Offline</option>
        <option value="DEGRADED">Degraded</option>
      </Choice>
    </>
  )
}

type Field = {
  name: string
  at: string
  value: string
  onChange(event: { target: { value: string } }): void
}

function KindFields({
  given: { kind, comparison: compared },
  field,
}: {
  given: AssertionDraft
  field(name: keyof AssertionDraft): Field
}) {
  const comparison = (label: string, options: string[]) => (
    <Choice
      label={label}
      {...field("comparison")}
      options={options.map((one) => ({
        value: one,
        label: one.replaceAll("_", " ").toLowerCase(),
      }))}
    />
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
          <Choice label="Body must" {...field("matches")}>
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
          {compared === "EXISTS" || compared === "NOT_EXISTS" ? null : value}
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
