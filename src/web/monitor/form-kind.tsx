import { Choice, NumberField, TextField } from "../part/field.tsx"
import type { MonitorWhole } from "./documents.ts"
import type { Kind } from "./words.ts"

type Props = { kind: Kind; monitor: MonitorWhole | undefined }

const recordTypes = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"]
const yearMinutes = 525_600

/** What each kind cannot do without. */
export function KindTarget({ kind, monitor }: Props) {
  if (kind === "HTTP") {
    return (
      <TextField
        label="URL"
        name="url"
        at="#/url"
        type="url"
        inputMode="url"
        wide
        autoComplete="off"
        defaultValue={monitor?.url ?? ""}
        placeholder="https://shop.example.com/health"
      />
    )
  }
  if (kind === "HEARTBEAT") {
    return (
      <>
        <NumberField
          label="A call at least every … minutes"
          name="heartbeatIntervalMinutes"
          value={monitor?.heartbeatIntervalMinutes ?? 60}
          max={yearMinutes}
        />
        <NumberField
          label="Minutes of grace"
          name="heartbeatGraceMinutes"
          value={monitor?.heartbeatGraceMinutes ?? 1}
          min={0}
          max={yearMinutes}
        />
      </>
    )
  }
  return (
    <>
      <TextField
        label="Host"
        name="host"
        at="#/host"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={monitor?.host ?? ""}
        placeholder={kind === "DNS" ? "example.com" : "db.example.com"}
      />
      {(kind === "TCP" || kind === "TLS") && (
        <NumberField
          label="Port"
          name="port"
          value={monitor?.port ?? (kind === "TLS" ? 443 : undefined)}
          max={65_535}
        />
      )}
      {kind === "DNS" && (
        <Choice
          label="Record"
          name="dnsRecordType"
          at="#/dnsRecordType"
          defaultValue={monitor?.dnsRecordType ?? "A"}
        >
          {recordTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Choice>
      )}
    </>
  )
}
