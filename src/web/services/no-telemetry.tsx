import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Empty } from "../ui/empty.tsx"
import { Lighthouse } from "../ui/lighthouse.tsx"
import "./no-telemetry.css"

type Props = { what: "logs" | "traces" | "metrics" | "services" }

/** No data ever came, so that there is nothing to read: not a failure. */
export const isNotStarted = (error: string | null): boolean =>
  error?.includes("it starts with the first data") === true

/** Shown where a time range has no data at all: how to send some. */
export function NoTelemetry({ what }: Props) {
  const { pages, may } = useProject()
  const endpoint = `${location.origin}/api/otlp`
  return (
    <Empty title={`No ${what} in this time range`} drawing={<Lighthouse />}>
      <p>
        Watchkeeper takes OpenTelemetry logs, traces and metrics. Point an SDK or a collector at
        this address, with an ingestion key in the header <code>x-svc-ingestion-key</code>.
      </p>
      <div className="no-telemetry">
        <Copyable label="Endpoint" text={`OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}`} />
      </div>
      <div className="row">
        {may("keys:write") && (
          <ButtonLink {...pages.keys} variant="accent" icon="plus">
            Create an ingestion key
          </ButtonLink>
        )}
        <a className="button" href="/docs/telemetry" target="_blank" rel="noreferrer">
          How to send data
        </a>
      </div>
    </Empty>
  )
}
