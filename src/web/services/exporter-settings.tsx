import { Snippet } from "../ui/copy.tsx"
import { Card } from "../ui/card.tsx"

const languages = [
  { name: "Node", at: "node" },
  { name: "Python", at: "python" },
  { name: "Go", at: "go" },
  { name: "Java", at: "java" },
  { name: "Collector", at: "collector" },
]

/** What an exporter needs to send here: the variables that every OpenTelemetry SDK reads. */
export function ExporterSettings() {
  const settings = [
    "OTEL_SERVICE_NAME=checkout",
    `OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}/api/otlp`,
    "OTEL_EXPORTER_OTLP_HEADERS=x-svc-ingestion-key=watchkeeper_ingest_…",
    "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
    "OTEL_EXPORTER_OTLP_COMPRESSION=gzip",
  ].join("\n")
  return (
    <Card title="Exporter settings">
      <div className="card-body exporter-settings">
        <Snippet label="Exporter settings" title="Environment" text={settings} />
        <p className="row small">
          {languages.map(({ name, at }) => (
            <a key={at} href={`/docs/telemetry#${at}`} target="_blank" rel="noreferrer">
              {name}
            </a>
          ))}
        </p>
      </div>
    </Card>
  )
}
