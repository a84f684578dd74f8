import { useProject } from "../project/project-context.ts"
import { pagesOf } from "../project/pages.ts"
import { menuOf, readyActs, useActsInView } from "../ui/acts.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { statusPageActs } from "./status-page-acts.ts"
import type { Headline, StatusPage } from "./status-page-documents.ts"
import { addressOf, headlineTone, headlineWord, visibilityOf } from "./status-page-messages.ts"
import { useStatusPageActs } from "./use-status-page-acts.tsx"

export const backToPages = (projectId: string) =>
  ({ label: "Status pages", ...pagesOf(projectId).statusPages }) as const

type HeadProps = { page: StatusPage; headline: Headline | null; onChange(): void }

/** Name, who can see it, its URL; what can be done with it. */
export function Head({ page, headline, onChange }: HeadProps) {
  const { id: projectId, may } = useProject()
  const { word, tone } = visibilityOf(page)
  const { id, name } = page
  const { run, isRunning, refusal, dialogs } = useStatusPageActs(page, onChange)
  const acts = readyActs(statusPageActs, page, may, run)
  const publish = acts.find(({ key }) => key === "publish")
  useActsInView({ id, name, acts })
  return (
    <>
      <PageHead
        title={name}
        back={backToPages(projectId)}
        sub={
          <span className="builder-facts">
            <Badge tone={tone}>{word}</Badge>
            {headline !== null && (
              <Badge tone={headlineTone[headline]}>{headlineWord[headline]}</Badge>
            )}
            <a href={addressOf(page)} target="_blank" rel="noreferrer">
              {addressOf(page).replace(/^https?:\/\//, "")} <Icon name="external" size={14} />
            </a>
          </span>
        }
      >
        {publish !== undefined && (
          <Button variant="accent" isBusy={isRunning} onClick={publish.run}>
            {publish.label}
          </Button>
        )}
        <Menu label="More actions" items={menuOf(acts, ["publish", "view"])} />
      </PageHead>
      {refusal !== null && <Refused refusal={refusal} />}
      {dialogs}
    </>
  )
}
