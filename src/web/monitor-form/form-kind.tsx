import { Suspense, useState, type ClipboardEvent, type FocusEvent } from "react"
import { useDraftForm } from "./draft-context.ts"
import { DraftChoice, DraftNumber, DraftText } from "./draft-field.tsx"
import { isCurl, readCurl, type CurlRequest } from "./read-curl.ts"
import { defaultsOf, exampleOf, hasField } from "../monitor/monitor-kind.ts"
import { completeUrl, hostOf } from "./target-text.ts"
import { lazyPart } from "../lazy-part.ts"
import { counted } from "../ui/counted.ts"

const TelemetryTarget = lazyPart(() => import("./form-telemetry.tsx"), "TelemetryTarget")

const recordTypes = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"]
const yearMinutes = 525_600

/** The fields of the target that this kind has. */
export function KindTarget() {
  const { draft, change } = useDraftForm()
  const { kind } = draft
  const example = exampleOf(kind)
  const { port } = defaultsOf(kind)
  return (
    <>
      {hasField(kind, "url") && <UrlField />}
      {hasField(kind, "host") && (
        <DraftText
          label="Host"
          name="host"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={example.host}
          onBlur={({ target }) => change(hostOf(target.value))}
        />
      )}
      {hasField(kind, "port") && (
        <DraftNumber
          label="Port"
          name="port"
          max={65_535}
          {...(port === null ? {} : { placeholder: String(port) })}
        />
      )}
      {hasField(kind, "dnsRecordType") && (
        <DraftChoice
          label="Record type"
          name="dnsRecordType"
          options={recordTypes.map((value) => ({ value, label: value }))}
        />
      )}
      {hasField(kind, "telemetry") && (
        <Suspense fallback={null}>
          <TelemetryTarget />
        </Suspense>
      )}
      {hasField(kind, "heartbeatIntervalMinutes") && (
        <>
          <DraftNumber
            label="Expected every (minutes)"
            name="heartbeatIntervalMinutes"
            max={yearMinutes}
          />
          <DraftNumber
            label="Grace period (minutes)"
            name="heartbeatGraceMinutes"
            min={0}
            max={yearMinutes}
          />
        </>
      )}
    </>
  )
}

/** Also takes a whole curl command, which fills the other fields of the request. */
function UrlField() {
  const { draft, change } = useDraftForm()
  const [taken, setTaken] = useState<CurlRequest | "unreadable" | null>(null)

  function take(text: string): void {
    const request = readCurl(text)
    setTaken(request ?? "unreadable")
    if (request === null) return
    const { url, method, headers, body, timeoutSeconds, maxRedirects } = request
    change({
      url,
      method,
      headers: headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
      body,
      ...(timeoutSeconds === null ? {} : { timeoutSeconds: String(timeoutSeconds) }),
      ...(maxRedirects === null ? {} : { maxRedirects: String(maxRedirects) }),
    })
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text")
    if (!isCurl(text)) return
    event.preventDefault()
    take(text)
  }
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => {
    if (isCurl(target.value)) take(target.value)
    else change({ url: completeUrl(target.value) })
  }
  return (
    <>
      <DraftText
        label="URL"
        name="url"
        inputMode="url"
        wide
        autoCapitalize="none"
        spellCheck={false}
        placeholder={exampleOf(draft.kind).url}
        hint="A web address, or a whole curl command."
        onPaste={onPaste}
        onBlur={onBlur}
      />
      <p className="curl-note small" role="status" data-wide hidden={taken === null}>
        {taken === "unreadable"
          ? "This curl command could not be read: it needs a URL, and every quote must be closed."
          : taken !== null && curlInWords(taken)}
      </p>
    </>
  )
}

function curlInWords({ method, headers, body, notes }: CurlRequest): string {
  const count = headers.length
  const parts = [
    `method ${method}`,
    ...(count > 0 ? [counted(count, "header")] : []),
    ...(body === "" ? [] : ["body"]),
  ]
  const left = notes.length > 0 ? ` Left out: ${notes.join("; ")}.` : ""
  return `Filled in from curl: ${parts.join(", ")}.${left}`
}
