import { useParams } from "@tanstack/react-router"
import { Suspense, useState, type ReactNode } from "react"
import { useFollow } from "../live/follow.ts"
import { useChangeEvents } from "../live/events.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Waiting } from "../ui/empty.tsx"
import { Segments } from "../ui/segments.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import { BuilderContext } from "./builder-context.ts"
import { backToPages, Head } from "./builder-head.tsx"
import { Preview } from "./preview.tsx"
import {
  OneStatusPage,
  PublicPageChanged,
  StatusPageChanged,
  type StatusPage,
} from "./status-page-documents.ts"
import { useDraft } from "./use-draft.ts"
import "./builder.css"
import { lazyPart } from "../lazy-part.ts"

export { RunStatusPageAct } from "./run-status-page-act.tsx"

const tabs = {
  components: lazyPart(() => import("./components-tab.tsx"), "ComponentsTab"),
  look: lazyPart(() => import("./look-tab.tsx"), "LookTab"),
  languages: lazyPart(() => import("./languages-tab.tsx"), "LanguagesTab"),
  domain: lazyPart(() => import("./domain-tab.tsx"), "DomainTab"),
  access: lazyPart(() => import("./access-tab.tsx"), "AccessTab"),
  subscribers: lazyPart(() => import("./subscribers-tab.tsx"), "SubscribersTab"),
  messages: lazyPart(() => import("./messages-tab.tsx"), "MessagesTab"),
  share: lazyPart(() => import("./share-tab.tsx"), "ShareTab"),
}

const route = "/signed-in/frame/projects/$projectId/status-pages/$pageId/{-$tab}"

export function Builder(): ReactNode {
  const { pageId } = useParams({ from: route })
  return <OnePage key={pageId} id={pageId} />
}

function OpenTab() {
  const { tab = "components" } = useParams({ from: route })
  const Tab = Object.hasOwn(tabs, tab) ? tabs[tab as keyof typeof tabs] : tabs.components
  return (
    <Suspense fallback={<Waiting rows={4} />}>
      <Tab />
    </Suspense>
  )
}

function OnePage({ id }: { id: string }) {
  const { id: projectId, may } = useProject()
  const mayWrite = may("status_pages:write")
  const read = useRead(OneStatusPage, { id, mayWrite }, { pause: !may("monitors:read") })
  const page = read.data?.statusPage
  if (!may("monitors:read")) return <NoAccess label="Status page" needs={["monitors:read"]} />
  if (page) return <Open page={page} again={read.again} />
  return <NoItem noun="Status page" read={read} back={backToPages(projectId)} />
}

function Open({ page, again }: { page: StatusPage; again(): void }) {
  const { id: projectId, may } = useProject()
  const mayWrite = may("status_pages:write")
  const { draft, change, discard } = useDraft(page.id)
  const [shownLanguage, showLanguage] = useState<string | null>(null)
  const [pane, setPane] = useState<"edit" | "preview">("edit")
  const { version, headline } = useChanges(projectId, page, again)
  const state = {
    page,
    draft,
    change: (changes: typeof draft) => change(page, changes),
    discard,
    shownLanguage,
    showLanguage,
    again,
    mayWrite,
  }
  return (
    <BuilderContext value={state}>
      <Head page={page} headline={headline} onChange={again} />
      <Tabs page={page} />
      {mayWrite && (
        <div className="builder-panes">
          <Segments
            label="Pane"
            value={pane}
            options={[
              { value: "edit", label: "Edit" },
              { value: "preview", label: "Preview" },
            ]}
            onChange={setPane}
          />
        </div>
      )}
      <div className="builder" data-pane={pane} data-alone={!mayWrite || undefined}>
        <div className="builder-edit stack wide">
          <OpenTab />
        </div>
        {mayWrite && (
          <Preview page={page} draft={draft} language={shownLanguage} version={version} />
        )}
      </div>
    </BuilderContext>
  )
}

/** Counts changes of the page, of its settings or of what it reports; its headline is known while it is public. */
function useChanges(projectId: string, page: StatusPage, again: () => void) {
  const [version, setVersion] = useState(0)
  useChangeEvents(
    StatusPageChanged,
    { projectId, statusPageId: page.id },
    ({ statusPageChanged }) => statusPageChanged,
    () => {
      setVersion((before) => before + 1)
      again()
    },
  )
  const seen = useFollow(
    PublicPageChanged,
    { slug: page.slug },
    ({ publicStatusPageChanged: shown }) => ({ id: page.slug, ...shown }),
    { pause: !page.isPublic, onRows: () => setVersion((before) => before + 1) },
  ).get(page.slug)
  return { version, headline: page.isPublic ? (seen?.headline ?? null) : null }
}

function Tabs({ page }: { page: StatusPage }) {
  const { id: projectId, may } = useProject()
  const tab = (label: string, name: keyof typeof tabs | undefined, count = 0) => ({
    label,
    count,
    isExact: true,
    to: "/projects/$projectId/status-pages/$pageId/{-$tab}" as const,
    params: { projectId, pageId: page.id, tab: name },
  })
  return (
    <TabLinks
      label="Status page"
      items={[
        tab("Components", undefined, page.componentCount),
        tab("Look", "look"),
        tab("Languages", "languages"),
        tab("Domain", "domain", page.domains.length),
        tab("Access", "access"),
        ...(may("status_pages:write")
          ? [tab("Subscribers", "subscribers", page.subscribers?.totalCount)]
          : []),
        tab("Announcements", "messages", page.announcements.length),
        tab("Feeds & badges", "share"),
      ]}
    />
  )
}
