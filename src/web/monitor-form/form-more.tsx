import { useDraftForm } from "./draft-context.ts"
import { DraftArea, DraftChoice, DraftNumber, DraftText } from "./draft-field.tsx"
import { defaultsOf, hasField, isProbed } from "../monitor/monitor-kind.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** How the target is asked, beyond its address. */
export function KindMore() {
  const { kind } = useDraftForm().draft
  return (
    <>
      {hasField(kind, "method") && <HttpMore />}
      {hasField(kind, "resolver") && <DnsMore />}
      {hasField(kind, "serverName") && (
        <DraftText
          label="Server name"
          name="serverName"
          wide
          hint="Only if it differs from the host."
        />
      )}
      {isProbed(kind) && <DraftNumber label="Timeout (seconds)" name="timeoutSeconds" max={60} />}
    </>
  )
}

const HttpMore = () => (
  <>
    <DraftChoice
      label="Method"
      name="method"
      options={methods.map((value) => ({ value, label: value }))}
    />
    <DraftNumber label="Redirects to follow" name="maxRedirects" min={0} max={20} />
    <DraftArea
      label="Request headers"
      name="headers"
      wide
      rows={3}
      spellCheck={false}
      className="code"
      placeholder="Accept: application/json"
      hint="One per line, “Name: value”. Stored encrypted."
    />
    <DraftArea label="Request body" name="body" wide rows={3} spellCheck={false} className="code" />
  </>
)

const DnsMore = () => (
  <>
    <DraftText
      label="DNS server"
      name="resolver"
      placeholder="1.1.1.1"
      hint="IP address or address:port. Leave empty to use the system resolver."
    />
    <DraftArea
      label="Expected values"
      name="expectedValues"
      wide
      rows={2}
      spellCheck={false}
      className="code"
      hint="One per line; the answer must contain all of them. Leave empty to accept any answer."
    />
  </>
)

/** When a failure becomes an outage, and whom it pages. */
export function Thresholds() {
  const { kind } = useDraftForm().draft
  const failures = (
    <DraftNumber
      label={isProbed(kind) ? "Failed checks before offline" : "Missed pings before offline"}
      name="failureThreshold"
      max={100}
      placeholder={String(defaultsOf(kind).failureThreshold)}
    />
  )
  if (!isProbed(kind)) return failures
  return (
    <>
      {failures}
      <DraftNumber label="Successful checks before recovery" name="recoveryThreshold" max={100} />
      <DraftNumber
        label="Flap window (minutes)"
        name="flapWindowMinutes"
        min={0}
        max={60}
        hint="A failure this soon after a recovery belongs to the same outage."
      />
    </>
  )
}
