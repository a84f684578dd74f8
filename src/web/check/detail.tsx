import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ResultOf } from "../graphql.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Ago, ExactTime, DayAndTime, millisecondsInWords } from "../ui/time.tsx"
import { CheckDetail, ReceivedTelemetry, type CheckRow } from "./check-documents.ts"
import { phasesOf } from "./phases.ts"
import { Waterfall } from "./waterfall.tsx"
import { WhyNoAlert } from "./why-no-alert.tsx"

type Found = NonNullable<ResultOf<typeof CheckDetail>["monitor"]>["checks"]["edges"][number]["node"]

/** All details of one check. */
export function Detail({ monitorId, check }: { monitorId: string; check: CheckRow }) {
  const { may } = useProject()
  const from = check.startedAt
  const to = new Date(Date.parse(from) + 1).toISOString()
  const { data, error } = useRead(CheckDetail, { id: monitorId, from, to })
  const found = data?.monitor?.checks.edges[0]?.node
  return (
    <div className="check-detail">
      <dl className="facts">
        <Fact name="Started">
          <ExactTime at={from} />
        </Fact>
        {check.address !== null && <Fact name="IP address">{check.address}</Fact>}
        {check.httpStatus !== null && <Fact name="HTTP status">{check.httpStatus}</Fact>}
        {check.certificateExpiresAt !== null && (
          <Fact name="Certificate expires">
            <Ago at={check.certificateExpiresAt} />
          </Fact>
        )}
      </dl>
      <Waterfall phases={phasesOf(check)} />
      {(check.status !== "OPERATIONAL" || check.attempts > 1) && (
        <WhyNoAlert monitorId={monitorId} check={check} />
      )}
      {check.warningFindings.length > 0 && (
        <Part title="Warnings">
          <ul>
            {check.warningFindings.map((warning, at) => (
              <li key={at}>
                <Findings of={[warning]} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {error !== null && <p className="refused">{error}</p>}
      {found?.traceId && may("telemetry:read") && <TraceLink traceId={found.traceId} />}
      {found && <Extras found={found} />}
    </div>
  )
}

/** Leads to the trace that the target sent; nothing in a project that received no telemetry. */
function TraceLink({ traceId }: { traceId: string }) {
  const { id: projectId, pages } = useProject()
  const { data } = useRead(ReceivedTelemetry, { projectId })
  if (!data?.project?.telemetryDoctor.days.length) return null
  return (
    <p className="small">
      <Link {...pages.trace(traceId)}>Show its trace in the target</Link>
    </p>
  )
}

const Extras = ({ found }: { found: Found }) => (
  <>
    {found.firstAttempt !== null && found.firstAttempt.findings.length > 0 && (
      <Part title="First attempt">
        <Findings of={found.firstAttempt.findings} />
      </Part>
    )}
    {found.assertions.length > 0 && (
      <Part title="Assertions">
        <ul className="assertions">
          {found.assertions.map((one, at) => (
            <AssertionLine key={at} {...one} />
          ))}
        </ul>
      </Part>
    )}
    {found.egress !== null && (
      <Part title="Our network at the time">
        {found.egress
          .map(({ anchor, isReachable, durationMs }) =>
            isReachable
              ? `${anchor} responded in ${millisecondsInWords(durationMs)}`
              : `${anchor} did not respond`,
          )
          .join(" · ")}
      </Part>
    )}
    {found.certificate !== null && (
      <Part title="Certificate">
        <dl className="facts">
          <Fact name="Subject">{found.certificate.subject}</Fact>
          <Fact name="Issuer">{found.certificate.issuer}</Fact>
          <Fact name="Names">{found.certificate.names.join(", ")}</Fact>
          <Fact name="Valid">
            <DayAndTime at={found.certificate.validFrom} /> –{" "}
            <DayAndTime at={found.certificate.expiresAt} />
          </Fact>
        </dl>
      </Part>
    )}
    {found.evidence !== null && (
      <Part title="Response">
        {/* Scrolls, so it must be reachable by keyboard. */}
        <pre className="evidence" tabIndex={0} aria-label="First bytes of the response">
          {[found.evidence.head, found.evidence.body].filter((part) => part !== "").join("\n\n")}
        </pre>
      </Part>
    )}
  </>
)

export const AssertionLine = ({
  name,
  passed,
  isKnown,
  expectedFinding,
  seenFinding,
}: Found["assertions"][number]) => (
  <li>
    <Glyph mood={isKnown ? (passed ? "good" : "bad") : "unknown"} size={14} />
    <span>
      <span className="unseen">{isKnown ? (passed ? "Passed: " : "Failed: ") : "Not known: "}</span>
      {name}: expected <Findings of={[expectedFinding]} />
      {isKnown ? (
        <>
          , got{" "}
          <code>
            <Findings of={[seenFinding]} />
          </code>
        </>
      ) : (
        <>
          . Not known, because <Findings of={[seenFinding]} />.
        </>
      )}
    </span>
  </li>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="check-part">
    <h3>{title}</h3>
    <div>{children}</div>
  </section>
)
