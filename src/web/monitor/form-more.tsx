import { Choice, NumberField, TextArea, TextField } from "../part/field.tsx"
import { Assertions } from "./assertions.tsx"
import type { MonitorWhole } from "./documents.ts"
import type { Kind } from "./words.ts"

type Props = { kind: Kind; monitor: MonitorWhole | undefined }

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** What a kind may have besides. */
export function KindMore({ kind, monitor }: Props) {
  if (kind === "HEARTBEAT") return null
  return (
    <>
      {kind === "HTTP" && <HttpMore monitor={monitor} />}
      {kind === "DNS" && <DnsMore monitor={monitor} />}
      {kind === "TLS" && (
        <TextField
          label="Name on the certificate"
          name="serverName"
          at="#/serverName"
          wide
          defaultValue={monitor?.serverName ?? ""}
          hint="Only where it is not the host."
        />
      )}
      <Assertions key={kind} kind={kind} given={monitor?.assertions ?? []} />
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
      hint="One a line, “Name: value”. They are stored encrypted."
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
      label="Name server"
      name="resolver"
      at="#/resolver"
      defaultValue={monitor?.resolver ?? ""}
      placeholder="1.1.1.1"
      hint="An address, or address:port. Empty: the system's own."
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
      hint="One a line; each must be among the answers. Empty: any answer will do."
    />
  </>
)
