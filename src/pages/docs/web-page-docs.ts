import { html, type Html } from "../../platform/html.ts"
import { file, shell } from "./code.ts"
import { commandName } from "../../platform/command-name.ts"

const key = "watchkeeper_ingest_…"

/** How web pages send telemetry. */
export const webPages = (endpoint: string): Html =>
  html`<h2 id="browsers">Web pages</h2>
    <p>
      Web pages send with an ingestion key of their own, which names the origins of the pages that
      may use it:
    </p>
    ${shell(
      `${commandName} key create --project "$PROJECT" --class ingestion --origins https://shop.example`,
    )}
    <p>
      Such a key is public, because visitors can read it. It only sends, only from pages of these
      origins, and at most 6,000 times a minute (<code>--requests-per-minute</code>) and 300 times a
      minute from one address, counted by each <code>api</code> process; more is refused with 503
      and <code>Retry-After</code>. <code>https://*.shop.example</code> stands for all hosts below.
      An origin is no secret, and a program can claim any: drop what you do not want with a rule,
      and revoke a key that is abused. A key without origins gets no CORS headers and belongs on
      servers.
    </p>
    ${file(
      "JavaScript",
      `import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"

const exporter = new OTLPTraceExporter({
  url: "${endpoint}/v1/traces",
  headers: { "x-svc-ingestion-key": "${key}" },
})`,
    )}
    <p>
      A preflight carries no key, so it is answered for the origins of all keys of the installation.
      If your page has a Content Security Policy, add this server to <code>connect-src</code>.
    </p>`
