import { html, type Html } from "../../platform/html.ts"
import { file, shell } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { metricRules } from "./metric-docs.ts"
import { queryLanguage } from "./query-language-docs.ts"
import { table } from "./table.ts"
import { webPages } from "./web-page-docs.ts"
import { commandName } from "../../platform/command-name.ts"

const key = "watchkeeper_ingest_…"

/** How to send logs, traces and metrics, and what is answered. */
export function renderTelemetry(baseUrl: string): Page {
  const endpoint = `${baseUrl}/api/otlp`
  return layout(
    {
      title: "Telemetry",
      description: "Send OpenTelemetry logs, traces and metrics to Watchkeeper.",
      place: "/docs/telemetry",
    },
    html`<h1>Telemetry</h1>
      <p class="lead">
        Watchkeeper takes logs, traces and metrics over OTLP/HTTP. Every OpenTelemetry SDK and the
        collector can send them without a change to their code.
      </p>
      <h2 id="start">Getting started</h2>
      <ol>
        <li>
          Create an ingestion key in the project's settings, or on the command line:
          ${shell(`${commandName} key create --project "$PROJECT" --class ingestion`)}
        </li>
        <li>
          Set the standard variables of the OpenTelemetry SDKs:
          ${file("Environment", environment(endpoint))}
        </li>
      </ol>
      <p>
        The key is sent in the header <code>x-svc-ingestion-key</code>;
        <code>x-svc-service-token</code> and <code>x-svc-token</code> are aliases. Protobuf and JSON
        are read, with or without gzip.
      </p>
      <p>
        Exporters that speak gRPC alone can be served, too: set <code>OTLP_GRPC_PORT</code>, and
        send the key as metadata of the same name.
      </p>
      ${exporters(endpoint)} ${webPages(endpoint)} ${answers()} ${metricRules()}
      <h2 id="kept">What is kept</h2>
      <p>
        Records are kept for 7 days on the Free plan and for 30 on Pro;
        <code>TELEMETRY_DAYS</code> changes this to 7, 30 or 90. Records that are older, or more
        than ten minutes ahead of the server's clock, are rejected. A log record without a time has
        the time at which it was observed; a resource without <code>service.name</code> is
        <code>unknown_service</code>.
      </p>
      ${table(
        ["Limit", "Value", "Beyond it"],
        [
          limit("Body after decompression", "64 MiB", "413"),
          limit("Log records, spans or data points of a request", "200,000", "413"),
          limit("Attributes of a record, resource or scope", "128", "dropped, with a message"),
          limit("Events, links and exemplars of a record", "128", "dropped, with a message"),
          limit("Value of an attribute", "32 KiB", "cut, with a message"),
          limit("Body of a log record", "256 KiB", "cut, with a message"),
          limit("Nesting of a value", "32 levels", "replaced by “…”, with a message"),
        ],
      )}
      <h2 id="quota">Quotas</h2>
      <p>
        A project on the Free plan can send 1 GiB and 1,000,000 records on one day (UTC). On Pro
        there is no limit, unless <code>TELEMETRY_DAILY_LIMIT</code> sets one. Bytes are those of
        requests after decompression. <code>Project.usage.telemetry</code> shows what was used.
      </p>
      <h2 id="rules">Dropping and sampling</h2>
      <p>
        A rule drops or samples records before they are stored: by service, name of span or metric,
        severity, attribute, or text in the body. <code>previewTelemetryRule</code> counts what it
        would have dropped yesterday, and <code>createTelemetryRule</code> makes it apply within a
        few seconds. Error logs and spans with status Error are kept unless
        <code>keepErrors</code> is false, and a trace is kept or dropped as a whole. Dropped records
        do not count against the quota of records.
      </p>
      <h2 id="missing">Where is my data?</h2>
      <p>
        <code>Project.telemetryDoctor</code> answers this: <code>attempts</code> has the last 20
        requests of each key with their status and reason, including requests with a revoked or
        expired key; <code>days</code> has what was stored, rejected, dropped and refused on each
        day; <code>services</code> has the volume and the clock of each service, and those without a
        <code>service.name</code>; <code>attributes</code> has those with the most values.
      </p>
      <h2 id="read">Reading</h2>
      <p>
        The dashboard shows it under Services. In GraphQL, fields of <code>Project</code> read it:
        <code>logs</code>, <code>logVolume</code>, <code>logContext</code>, <code>traces</code>,
        <code>trace</code>, <code>traceLogs</code>, <code>comparedTraces</code>,
        <code>metrics</code>, <code>metricSeries</code>, <code>services</code> and
        <code>serviceMap</code>; <code>logsReceived</code> is a subscription that sends records as
        they arrive, also those that are old then, at most 200 a second, with the number of those it
        leaves out. Agents read the same over <a href="/docs/mcp">MCP</a> with a legacy key or their
        person's grant; other API keys cannot read it. A query covers at most 91 days, takes at most
        ten seconds and reads a bounded number of rows.
      </p>
      ${queryLanguage()}
      <h2 id="checks">The trace of a check</h2>
      <p>
        HTTP checks send <code>traceparent</code> and <code>tracestate: wk=…</code>. A target with
        OpenTelemetry keeps the trace of every second attempt that confirms a failure, and of a
        tenth of all checks (<code>CHECK_TRACE_PERCENT</code>; <code>off</code> sends neither
        header). A <code>traceparent</code> in the headers of a monitor replaces ours. The id is
        <code>traceId</code> of a check.
      </p>
      <p>
        Some seconds after an incident is declared, the spans of the failed check are stored with it
        beside those of the last good one, with the span that differs most, its logs, and what
        changed in these services in the half hour before: new versions, new log messages and first
        errors. They are kept as long as the incident. The list of services can leave out calls that
        checks caused.
      </p>
      <h2 id="monitors">Monitors on telemetry</h2>
      <p>
        Monitors of kind <code>log</code> count records that match a query, or kinds of messages
        that were not seen in the day before. Kind <code>trace</code> evaluates the error rate, the
        95th percentile or the number of spans, and kind <code>metric</code> a value, rate or
        quantile of a metric. A value above or below the threshold in n of m windows is a failure;
        below 1 is the absence of records, spans or points. Windows end where telemetry has arrived:
        behind the clock by the usual delay, at most a minute. Each evaluation is a check with the
        rows it saw. Without data, or while the store does not answer, it is <code>unknown</code>
        and says why.
      </p>
      <p>
        To choose a threshold, test the monitor before you save it: the form charts what the
        condition measured in the last 24 hours. The monitor's page has the same chart for any time
        range.
      </p>
      <p>
        An <a href="/docs/slos">SLO</a> over the requests of a service alerts on the burn rate of
        its error budget.
      </p>
      <h2 id="store">Where it is kept</h2>
      <p>
        Telemetry is kept in ClickHouse. By default the engine is embedded: the role
        <code>telemetry</code> starts with the first data and stores it in <code>DATA_DIR</code>. It
        needs Linux with glibc or macOS, and in a container an image built with
        <code>TELEMETRY=embedded</code>. To use a ClickHouse server, set
        <code>CLICKHOUSE_URL</code>; for a cluster add <code>?cluster=</code> and its name in the
        configuration of the servers. The tables have the names and columns of the OpenTelemetry
        Collector's ClickHouse exporter, so Grafana reads them too. Telemetry of a deleted project
        is deleted within the next hour.
      </p>
      <p>
        While less than a tenth of the disk is free (at most 5 GiB;
        <code>TELEMETRY_DISK_FREE_MIB</code> changes this), telemetry is refused with 503, and the
        Ingestion page, <code>/api/health</code>, <code>${commandName} doctor</code> and the log say
        so. What was acknowledged is kept, and monitoring goes on. With
        <code>TELEMETRY_MIN_DAYS</code> set, the embedded store first deletes its oldest days, down
        to that number.
      </p>
      <h2 id="own">Watchkeeper's own telemetry</h2>
      <p>
        With <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> set, each role exports its traces, metrics and
        logs through the OpenTelemetry SDK, to any OTLP receiver, itself included. Spans are
        requests, checks and deliveries; requests over OTLP have none.
      </p>`,
  )
}

const environment = (endpoint: string) => `OTEL_SERVICE_NAME=checkout
OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}
OTEL_EXPORTER_OTLP_HEADERS=x-svc-ingestion-key=${key}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_EXPORTER_OTLP_COMPRESSION=gzip`

const exporters = (endpoint: string): Html =>
  html`<h2 id="exporters">Exporters</h2>
    <p>Each of these reads the variables above.</p>
    <h3 id="node">Node</h3>
    ${file(
      "Shell",
      `npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node
export OTEL_TRACES_EXPORTER=otlp OTEL_METRICS_EXPORTER=otlp OTEL_LOGS_EXPORTER=otlp
node --import @opentelemetry/auto-instrumentations-node/register app.js`,
    )}
    <h3 id="python">Python</h3>
    ${file(
      "Shell",
      `pip install opentelemetry-distro opentelemetry-exporter-otlp-proto-http
opentelemetry-bootstrap -a install
export OTEL_TRACES_EXPORTER=otlp OTEL_METRICS_EXPORTER=otlp OTEL_LOGS_EXPORTER=otlp
opentelemetry-instrument python app.py`,
    )}
    <h3 id="go">Go</h3>
    ${file(
      "main.go",
      `import (
  "go.opentelemetry.io/otel"
  "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
  "go.opentelemetry.io/otel/sdk/trace"
)

exporter, err := otlptracehttp.New(ctx)
if err != nil {
  return err
}
provider := trace.NewTracerProvider(trace.WithBatcher(exporter))
defer provider.Shutdown(ctx)
otel.SetTracerProvider(provider)`,
    )}
    <p>
      <code>otlploghttp</code> and <code>otlpmetrichttp</code> do the same for logs and metrics.
    </p>
    <h3 id="java">Java</h3>
    ${file("Shell", "java -javaagent:opentelemetry-javaagent.jar -jar app.jar")}
    <h3 id="collector">Collector</h3>
    ${file(
      "config.yaml",
      `exporters:
  otlp_http:
    endpoint: ${endpoint}
    compression: gzip
    headers:
      x-svc-ingestion-key: ${key}
service:
  pipelines:
    logs: { receivers: [otlp], processors: [batch], exporters: [otlp_http] }
    traces: { receivers: [otlp], processors: [batch], exporters: [otlp_http] }
    metrics: { receivers: [otlp], processors: [batch], exporters: [otlp_http] }`,
    )}
    <p>Collectors before 0.144 call this exporter <code>otlphttp</code>.</p>`

const answers = (): Html =>
  html`<h2 id="answers">Answers</h2>
    <p>
      An answer of 200 means that the data is on the disk. It can be queried about a second later.
      Errors are <code>google.rpc.Status</code> messages in the encoding of the request.
    </p>
    ${table(
      ["Status", "Meaning", "Exporters"],
      [
        status("200", "Stored. partialSuccess says what was rejected or changed.", "go on"),
        status("400", "The body cannot be decoded.", "drop the data"),
        status("401", "The key is missing, unknown, revoked or of another class.", "drop the data"),
        status("403", "A key for web pages, and a page that it does not allow.", "drop the data"),
        status("405", "The method is not POST.", "drop the data"),
        status("413", "The request is too large.", "drop the data"),
        status("415", "Another content type or coding.", "drop the data"),
        status("429", "The project's quota of the day is used. Retry-After is set.", "retry"),
        status("503", "Overloaded, disk nearly full, or no store. Retry-After is set.", "retry"),
      ],
    )}
    <p>
      Over gRPC, <code>RESOURCE_EXHAUSTED</code> and <code>UNAVAILABLE</code> carry a
      <code>google.rpc.RetryInfo</code> with the same time as <code>Retry-After</code>.
    </p>
    <p>
      A record that cannot be found afterwards is rejected, and counted in
      <code>partialSuccess</code>: a span without a valid trace and span ID, a log record or a
      parent with an ID that is not one, a data point without a name or a value, and forms that OTLP
      removed in 2021 (<code>int_gauge</code>, <code>labels</code>). IDs in JSON are hexadecimal
      digits, not base64. The lists of instrumentation libraries that SDKs sent until 2022 are read.
      A request of which nothing is stored says so.
    </p>`

const limit = (what: string, value: string, beyond: string) =>
  html`<tr>
    <td>${what}</td>
    <td>${value}</td>
    <td>${beyond}</td>
  </tr> `

const status = (code: string, meaning: string, action: string) =>
  html`<tr>
    <td><code>${code}</code></td>
    <td>${meaning}</td>
    <td>${action}</td>
  </tr> `
