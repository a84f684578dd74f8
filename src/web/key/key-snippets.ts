import type { KeyClass } from "./key-class.ts"

type Snippet = { title: string; text: string }
type Made = { keyClass: KeyClass; token: string; isPublic: boolean }

/** What to paste where, for each class; `docsPath` explains more. */
export function snippetsOf({ keyClass, token, isPublic }: Made): Snippet[] {
  const { origin, host, protocol } = location
  if (keyClass === "PUBLIC") {
    return [
      {
        title: "List monitors with curl",
        text: `curl -H "Authorization: Bearer ${token}" \\\n  ${origin}/v1/monitors`,
      },
      {
        title: "GraphQL with curl",
        text: `curl -H "Authorization: Bearer ${token}" \\
  -H "Content-Type: application/json" \\
  -d '{"query":"{ viewer { project { name } } }"}' \\
  ${origin}/graphql`,
      },
    ]
  }
  if (keyClass === "LEGACY") {
    return [
      {
        title: "Claude Code",
        text: `claude mcp add --transport http watchkeeper ${origin}/mcp \\\n  --header "Authorization: Bearer ${token}"`,
      },
      {
        title: "Other MCP clients (mcp.json)",
        text: JSON.stringify(
          {
            mcpServers: {
              watchkeeper: {
                url: `${origin}/mcp`,
                headers: { Authorization: `Bearer ${token}` },
              },
            },
          },
          null,
          2,
        ),
      },
      {
        title: "Prometheus (prometheus.yml)",
        text: `scrape_configs:
  - job_name: watchkeeper
    scheme: ${protocol.replace(":", "")}
    metrics_path: /api/metrics
    authorization:
      credentials: ${token}
    static_configs:
      - targets: ["${host}"]`,
      },
    ]
  }
  if (isPublic) return [{ title: "Web page", text: webPage(origin, token) }]
  return [
    {
      title: "Any OpenTelemetry SDK (environment)",
      text: `OTEL_SERVICE_NAME=checkout
OTEL_EXPORTER_OTLP_ENDPOINT=${origin}/api/otlp
OTEL_EXPORTER_OTLP_HEADERS=x-svc-ingestion-key=${token}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    },
    {
      title: "OpenTelemetry Collector (config.yaml)",
      text: `exporters:
  otlp_http:
    endpoint: ${origin}/api/otlp
    headers:
      x-svc-ingestion-key: ${token}`,
    },
  ]
}

const webPage = (
  origin: string,
  token: string,
) => `import { BatchSpanProcessor, WebTracerProvider } from "@opentelemetry/sdk-trace-web"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"

const exporter = new OTLPTraceExporter({
  url: "${origin}/api/otlp/v1/traces",
  headers: { "x-svc-ingestion-key": "${token}" },
})
new WebTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register()`

export const docsPath: Record<KeyClass, string> = {
  PUBLIC: "/docs/api",
  LEGACY: "/docs/mcp",
  INGESTION: "/docs/telemetry",
}
