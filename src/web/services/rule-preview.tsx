import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { useSettled } from "../ui/use-settled.ts"
import { isNotStarted } from "./no-telemetry.tsx"
import { PreviewTelemetryRule, type RuleConditions } from "./rule-documents.ts"
import "./rules.css"

/** What the rule would have dropped yesterday; read again when it changes. */
export function RulePreview({ conditions }: { conditions: RuleConditions }) {
  return (
    <section className="rule-preview" aria-label="Preview" aria-live="polite">
      <h3>Yesterday it would have dropped</h3>
      <Found conditions={conditions} />
    </section>
  )
}

function Found({ conditions }: { conditions: RuleConditions }) {
  const { id: projectId } = useProject()
  const wanted = JSON.stringify(conditions)
  const asked = useSettled(wanted)
  const read = JSON.parse(asked) as RuleConditions
  const { data, error } = useRead(
    PreviewTelemetryRule,
    { projectId, ...read },
    { pause: isEmpty(read) },
  )
  const preview = data?.project?.previewTelemetryRule
  if (isEmpty(conditions)) return <p className="muted">Set at least one condition.</p>
  if (asked === wanted && error !== null) {
    return <p className="muted">{isNotStarted(error) ? "No telemetry has arrived yet." : error}</p>
  }
  if (asked !== wanted || preview === undefined) return <p className="muted">Reading…</p>
  const { records, matched, dropped, services } = preview
  return (
    <>
      <p>
        <strong>{dropped.toLocaleString()}</strong> of {records.toLocaleString()} records
        {matched !== dropped && <> ({matched.toLocaleString()} match)</>}
      </p>
      {services.length > 0 && (
        <ul className="rule-services">
          {services.slice(0, 5).map(({ service, matched: ofService }) => (
            <li key={service}>
              <span className="clip">{service}</span> <span>{ofService.toLocaleString()}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isEmpty = (conditions: RuleConditions): boolean => {
  const { service, operation, severityBelow, attribute, bodyContains } = conditions
  return [service, operation, severityBelow, attribute, bodyContains].every((one) => one === null)
}
