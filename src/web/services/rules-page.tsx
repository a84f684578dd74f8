import { useState, type ReactNode } from "react"
import { useDeleted, useDeleteLater } from "../live/delete-later.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { SettingRow } from "../settings/part.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { DeleteTelemetryRule, TelemetryRules } from "./rule-documents.ts"
import { RuleDialog } from "./rule-dialog.tsx"
import { ruleInWords } from "./rule-words.ts"

/** Rules that drop or sample telemetry before it is stored. */
export function RulesPage(): ReactNode {
  const { id: projectId, may } = useProject()
  const { data, error, again } = useRead(TelemetryRules, { projectId })
  const [isMaking, setMaking] = useState(false)
  const deleted = useDeleted(again)
  const deleteLater = useDeleteLater(DeleteTelemetryRule)
  const rules = data?.project?.telemetryRules.filter(({ id }) => !deleted.has(id))
  const mayWrite = may("project:write")
  return (
    <>
      <PageHead
        title="Rules"
        sub="Drop or sample telemetry before it is stored. The oldest rule that matches decides."
      >
        {mayWrite && (
          <Button variant="accent" icon="plus" onClick={() => setMaking(true)}>
            New rule
          </Button>
        )}
      </PageHead>
      <section className="card" aria-label="Rules of this project">
        <Missing error={error} onAgain={again} />
        {rules === undefined && error === null && <Waiting />}
        {rules?.length === 0 && (
          <Empty title="Everything is kept">
            <p>A rule drops what nobody reads, such as health checks or debug logs.</p>
          </Empty>
        )}
        <ul>
          {rules?.map((rule) => (
            <SettingRow key={rule.id} title={rule.name} sub={ruleInWords(rule)}>
              {mayWrite && (
                <Button
                  variant="quiet"
                  aria-label={`Delete the rule ${rule.name}`}
                  onClick={() =>
                    deleteLater({
                      ids: [rule.id],
                      variables: { id: rule.id },
                      said: `Rule ${rule.name} deleted`,
                    })
                  }
                >
                  Delete
                </Button>
              )}
            </SettingRow>
          ))}
        </ul>
      </section>
      {isMaking && <RuleDialog onChange={again} onClose={() => setMaking(false)} />}
    </>
  )
}
