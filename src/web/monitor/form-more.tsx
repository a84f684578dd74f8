import { Choice, NumberField, TextArea, TextField } from "../ui/field.tsx"
import { Assertions } from "./assertions.tsx"
import type { MonitorWhole } from "./monitor-documents.ts"
import type { Kind } from "./monitor-kind.ts"
import { hasField } from "./monitor-kind.ts"

type Props = { kind: Kind; monitor: MonitorWhole | undefined }

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** Optional fields of this kind. */
export function KindMore({ kind, monitor }: Props) {
  return (
    <>
      {hasField(kind, "method") && <HttpMore monitor={monitor} />}
      {hasField(kind, "resolver") && <DnsMore monitor={monitor} />}
      {hasField(kind, "serverName") && (
        <TextField
          label="Server name"
          name="serverName"
          at="#/serverName"
          wide
          defaultValue={monitor?.serverName ?? ""}
          hint="Only if it differs from the host."
        />
      )}
      {hasField(kind, "assertions") && (
        <Assertions key={kind} kind={kind} given={monitor?.assertions ?? []} />
      )}
    </>
  )
}

const HttpMore = ({ monitor }: { monitor: MonitorWhole | undefined }) => (
  <>
    <Choice label="Method" name="method" at="#/method" defaultValue={monitor?.method ?? "GET"}>
      {methods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </Choice>
    <NumberField
      label="Redirects to follow"
      name="maxRedirects"
      value={monitor?.maxRedirects ?? 10}
      min={0}
      max={20}
    />
    <TextArea
      label="Request headers"
      name="headers"
      at="#/headers"
      wide
      rows={2}
      spellCheck={false}
      className="code"
      placeholder="Accept: application/json"
      defaultValue={monitor?.headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}
      hint="One per line, “Name: value”. Stored encrypted."
    />
    <TextArea
      label="Request body"
      name="body"
      at="#/body"
      wide
      rows={2}
      spellCheck={false}
      className="code"
      defaultValue={monitor?.body ?? ""}
    />
  </>
)

const DnsMore = ({ monitor }: { monitor: MonitorWhole | undefined }) => (
  <>
    <TextField
      label="DNS server"
      name="resolver"
      at="#/resolver"
      defaultValue={monitor?.resolver ?? ""}
      placeholder="1.1.1.1"
      hint="IP address or address:port. Leave empty to use the system resolver."
    />
    <TextArea
      label="Expected values"
      name="expectedValues"
      at="#/expectedValues"
      wide
      rows={2}
      spellCheck={false}
      className="code"
      defaultValue={monitor?.expectedValues.join("\n")}
      hint="One per line; the answer must contain all of them. Leave empty to accept any answer."
    />
  </>
)
