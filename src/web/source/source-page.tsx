import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Part } from "../settings/part.tsx"
import { Submit } from "../ui/button.tsx"
import { Failed, Waiting } from "../ui/empty.tsx"
import { Form } from "../ui/field.tsx"
import { Findings } from "../ui/findings.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { Unsaved } from "../ui/unsaved.tsx"
import { SourceActions } from "./source-actions.tsx"
import { OneSource, UpdateSource, type SourceRow } from "./source-documents.ts"
import { readSource, SourceFields } from "./source-fields.tsx"
import { SourceState } from "./source-list.tsx"
import { SourcePayloads } from "./source-payloads.tsx"
import { kindWord } from "./source-words.ts"

const route = getRouteApi("/signed-in/frame/projects/$projectId/settings/sources/$sourceId")

/** One source: what came in and what became of it, and its settings. */
export function SourcePage(): ReactNode {
  const { sourceId } = route.useParams()
  const { mayWhole, pages } = useProject()
  const { data, error, isFirst, again } = useRead(OneSource, { id: sourceId })
  useRefresh(again, 5_000)
  const source = data?.source
  const back = { label: "Alert sources", ...pages.sources }
  if (source === null || source === undefined) {
    return (
      <>
        <PageHead title={isFirst ? "Source" : "Source not found"} back={back} />
        {isFirst && <Waiting />}
        {error !== null && <Failed message={error} onAgain={again} />}
      </>
    )
  }
  const mayWrite = mayWhole("alerts:write")
  return (
    <>
      <PageHead
        title={source.name}
        back={back}
        sub={
          <>
            <SourceState source={source} /> {kindWord[source.kind]}
          </>
        }
      >
        {mayWrite && <SourceActions source={source} onChange={again} />}
      </PageHead>
      <Counts source={source} />
      <SourcePayloads payloads={source.payloads} />
      {mayWrite && <Settings source={source} onChange={again} />}
    </>
  )
}

function Counts({ source }: { source: SourceRow }) {
  const { receivedCount, lastReceivedAt, refusedCount, lastRefusal, keyHint } = source
  return (
    <dl className="source-facts">
      <div>
        <dt>Received</dt>
        <dd>{receivedCount}</dd>
      </div>
      <div>
        <dt>Last received</dt>
        <dd>{lastReceivedAt === null ? "Never" : <Ago at={lastReceivedAt} />}</dd>
      </div>
      <div>
        <dt>Refused</dt>
        <dd>
          {refusedCount}
          {lastRefusal.length > 0 && (
            <div className="muted small">
              <Findings of={lastRefusal} />
            </div>
          )}
        </dd>
      </div>
      <div>
        <dt>Integration key</dt>
        <dd>
          <code>…{keyHint}</code>
        </dd>
      </div>
    </dl>
  )
}

function Settings({ source, onChange }: { source: SourceRow; onChange(): void }) {
  const update = useChange(UpdateSource)
  const { id, kind } = source
  const send = async (form: FormData) => {
    if ((await update.run({ id, ...readSource(form, kind) })) === null) return
    toast("Source saved")
    onChange()
  }
  return (
    <Part title="Settings" text="Alerts that are open page by another policy at once.">
      <Form refusal={update.refusal} onSend={(form) => void send(form)}>
        <Unsaved refusal={update.refusal} />
        <div className="part-body">
          <SourceFields kind={kind} source={source} />
        </div>
        <div className="part-foot">
          <span />
          <Submit isBusy={update.isRunning}>Save source</Submit>
        </div>
      </Form>
    </Part>
  )
}
