import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { Menu } from "../ui/menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { DeletePage } from "./delete-status-page.tsx"
import { UpdateStatusPage, type Headline, type StatusPage } from "./status-page-documents.ts"
import { addressOf, headlineTone, headlineWord, visibilityOf } from "./status-page-messages.ts"
import { pagesOf } from "../project/pages.ts"

export const backToPages = (projectId: string) =>
  ({ label: "Status pages", ...pagesOf(projectId).statusPages }) as const

type HeadProps = { page: StatusPage; headline: Headline | null; onChange(): void }

/** Name, who can see it, its URL; publishing and deleting. */
export function Head({ page, headline, onChange }: HeadProps) {
  const { id: projectId, may, pages } = useProject()
  const navigate = useNavigate()
  const update = useChange(UpdateStatusPage)
  const [asked, setAsked] = useState<"unpublish" | "delete" | null>(null)
  const { word, tone } = visibilityOf(page)
  const mayWrite = may("status_pages:write")
  const publish = async (isPublic: boolean) => {
    if ((await update.run({ id: page.id, isPublic })) === null) return
    setAsked(null)
    toast(isPublic ? `${page.name} is public` : `${page.name} is private`)
    onChange()
  }
  const subscribers = page.subscribers?.totalCount ?? 0
  return (
    <>
      <PageHead
        title={page.name}
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
        {mayWrite && !page.isPublic && (
          <Button variant="accent" isBusy={update.isRunning} onClick={() => void publish(true)}>
            Publish
          </Button>
        )}
        {mayWrite && (
          <Menu
            label="More actions"
            items={[
              page.isPublic && { label: "Unpublish…", run: () => setAsked("unpublish") },
              {
                label: "Delete status page…",
                icon: "trash",
                isDanger: true,
                run: () => setAsked("delete"),
              },
            ]}
          />
        )}
      </PageHead>
      {asked === "unpublish" && (
        <Confirm
          title={`Unpublish ${page.name}?`}
          text={`Visitors will see no page at this address, and its ${subscribers} ${subscribers === 1 ? "subscriber gets" : "subscribers get"} no notices until it is public again.`}
          verb="Unpublish"
          change={update}
          onYes={() => void publish(false)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "delete" && (
        <DeletePage
          page={{ id: page.id, name: page.name, subscribers }}
          onClose={() => setAsked(null)}
          onDeleted={() => void navigate(pages.statusPages)}
        />
      )}
    </>
  )
}
