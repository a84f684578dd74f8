import { Choice, NumberField, TextField } from "../ui/field.tsx"
import type { MonitorWhole } from "./monitor-documents.ts"
import type { Kind } from "./monitor-kind.ts"
import { defaultPortOf, exampleOf, hasField } from "./monitor-kind.ts"

type Props = { kind: Kind; monitor: MonitorWhole | undefined }

const recordTypes = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"]
const yearMinutes = 525_600

/** The fields of the target that this kind has. */
export function KindTarget({ kind, monitor }: Props) {
  const example = exampleOf(kind)
  return (
    <>
      {hasField(kind, "url") && (
        <TextField
          label="URL"
          name="url"
          at="#/url"
          type="url"
          inputMode="url"
          wide
          autoComplete="off"
          defaultValue={monitor?.url ?? ""}
          placeholder={example.url}
        />
      )}
      {hasField(kind, "host") && (
        <TextField
          label="Host"
          name="host"
          at="#/host"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={monitor?.host ?? ""}
          placeholder={example.host}
        />
      )}
      {hasField(kind, "port") && (
        <NumberField
          label="Port"
          name="port"
          value={monitor?.port ?? defaultPortOf(kind) ?? undefined}
          max={65_535}
        />
      )}
      {hasField(kind, "dnsRecordType") && (
        <Choice
          label="Record type"
          name="dnsRecordType"
          at="#/dnsRecordType"
          defaultValue={monitor?.dnsRecordType ?? "A"}
        >
          {recordTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Choice>
      )}
      {hasField(kind, "heartbeatIntervalMinutes") && (
        <>
          <NumberField
            label="Expected every (minutes)"
            name="heartbeatIntervalMinutes"
            value={monitor?.heartbeatIntervalMinutes ?? 60}
            max={yearMinutes}
          />
          <NumberField
            label="Grace period (minutes)"
            name="heartbeatGraceMinutes"
            value={monitor?.heartbeatGraceMinutes ?? 1}
            min={0}
            max={yearMinutes}
          />
        </>
      )}
    </>
  )
}
