import { useState, type ReactNode } from "react"
import { useClient, type Client, type OperationResult } from "urql"
import type { ResultOf } from "../graphql.ts"
import { errorInWords } from "../live/live-read.ts"
import { useMore } from "../live/load-more.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { useBuilder } from "./builder-context.ts"
import { addressOf, pageLanguages } from "./status-page-messages.ts"
import { saveCsv } from "./subscriber-csv.ts"
import { RemoveSubscriber, Subscribers, type Subscriber } from "./visitor-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { counted } from "../ui/counted.ts"
import { Card } from "../ui/card.tsx"

export const kindWord: Record<Subscriber["kind"], string> = {
  EMAIL: "E-mail",
  WEBHOOK: "Webhook",
  SLACK: "Slack",
  WEB_PUSH: "Browser",
}

/** Who is notified of incidents and maintenance. */
export function SubscribersTab(): ReactNode {
  const { page } = useBuilder()
  const total = page.subscribers?.totalCount ?? 0
  // A change of their number reads the list again from its start.
  return <List key={total} total={total} />
}

function List({ total }: { total: number }) {
  const { page, again } = useBuilder()
  const client = useClient()
  const list = useMore(
    Subscribers,
    { projectId: page.id },
    (data) => data.statusPage?.subscribers ?? undefined,
  )
  const [isExporting, setExporting] = useState(false)
  const [doomed, setDoomed] = useState<Subscriber | null>(null)
  const rows = list.rows
  const onExport = async () => {
    setExporting(true)
    const { subscribers, fault } = await readAll(client, page.id)
    if (fault === null) saveCsv(`${page.slug}-subscribers.csv`, subscribers)
    else toast(fault, { isBad: true })
    setExporting(false)
  }
  return (
    <Card
      title={counted(total, "subscriber")}
      text={
        <>
          Visitors subscribe{" "}
          <a href={`${addressOf(page)}/subscribe`} target="_blank" rel="noreferrer">
            on the page
          </a>
          {page.isPublic ? "" : ", once it is public"}. They are notified of incidents and
          maintenance.
        </>
      }
      side={
        total > 0 && (
          <Button isBusy={isExporting} onClick={() => void onExport()}>
            Export CSV
          </Button>
        )
      }
    >
      <Missing error={list.error} onAgain={list.again} />
      {rows === undefined && list.error === null && <Waiting rows={4} />}
      {rows?.length === 0 && (
        <Empty title="No subscribers yet">
          <p>The page offers e-mail, webhooks, Slack and browser notifications.</p>
        </Empty>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className="rows">
          {rows.map((one) => (
            <SubscriberRow key={one.id} subscriber={one} onRemove={() => setDoomed(one)} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className="card-body">
          <Button onClick={list.more}>Show more</Button>
        </div>
      )}
      {doomed !== null && (
        <Remove
          subscriber={doomed}
          onClose={() => setDoomed(null)}
          onDone={() => {
            setDoomed(null)
            list.again()
            again()
          }}
        />
      )}
    </Card>
  )
}

/** All pages of the list, one after another. */
async function readAll(client: Client, projectId: string) {
  const subscribers: Subscriber[] = []
  let after: string | null = null
  do {
    const read: OperationResult<ResultOf<typeof Subscribers>> = await client
      .query(Subscribers, { projectId, after }, { requestPolicy: "network-only" })
      .toPromise()
    const found = read.data?.statusPage?.subscribers
    if (found === undefined) {
      const fault = read.error === undefined ? "Not exported." : errorInWords(read.error)
      return { subscribers, fault }
    }
    subscribers.push(...found.edges.map(({ node }) => node))
    after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null
  } while (after !== null)
  return { subscribers, fault: null }
}

type RowProps = { subscriber: Subscriber; onRemove(): void }

function SubscriberRow({ subscriber, onRemove }: RowProps) {
  const { kind, address, language, isWholePage, confirmedAt, createdAt, resources } = subscriber
  const languageName = pageLanguages.find(({ tag }) => tag === language)?.name ?? language
  return (
    <li className="subscriber-row">
      <div className="subscriber-name">
        <strong className="clip" title={address}>
          {address}
        </strong>
        <span className="muted small clip">
          {kindWord[kind]} · {languageName} ·{" "}
          {isWholePage
            ? "Whole page"
            : resources.map(({ displayName }) => displayName).join(", ") || "No components"}
        </span>
      </div>
      {confirmedAt === null ? <Badge tone="warning">Not confirmed</Badge> : <span />}
      <span className="muted small">
        <Ago at={createdAt} />
      </span>
      <Button variant="quiet" aria-label={`Remove ${address}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

type RemoveProps = { subscriber: Subscriber; onClose(): void; onDone(): void }

function Remove({ subscriber, onClose, onDone }: RemoveProps) {
  return (
    <ConfirmChange
      title={`Remove ${subscriber.address}?`}
      text="They get no more notices, and queued ones are cancelled. They can subscribe again."
      verb="Remove subscriber"
      document={RemoveSubscriber}
      variables={{ id: subscriber.id }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
