import { Findings } from "../ui/findings.tsx"
import type { ReactNode } from "react"
import { Copyable } from "../ui/copy.tsx"
import { Ago } from "../ui/time.tsx"
import { useBuilder } from "./builder-context.ts"
import { addressOf } from "./status-page-messages.ts"
import { Card } from "../ui/card.tsx"

const feeds = [
  ["RSS", "rss"],
  ["Atom", "atom"],
  ["JSON Feed", "feed.json"],
  ["Maintenance calendar", "maintenance.ics"],
  ["Status as JSON", "api/v2/summary.json"],
] as const

/** What other sites and programs can embed or read. */
export function ShareTab(): ReactNode {
  const { page } = useBuilder()
  const address = addressOf(page)
  const path = `/status/${page.slug}`
  return (
    <>
      {!page.isPublic && (
        <p className="muted">These addresses work for everyone once the page is public.</p>
      )}
      <Card title="Badges" text="For a README or the foot of a website; always current.">
        <div className="card-body stack">
          <OneBadge name="Status" src={`${path}/badge`} url={`${address}/badge`} to={address} />
          <OneBadge
            name="Uptime of 90 days"
            src={`${path}/badge?metric=uptime`}
            url={`${address}/badge?metric=uptime`}
            to={address}
          />
        </div>
      </Card>
      <Card
        title="Widget"
        text="A line with the current status that updates itself, placed where the script is."
      >
        <div className="card-body">
          <Copyable
            text={`<script src="${address}/widget.js" async></script>`}
            label="widget script"
          />
        </div>
      </Card>
      <Card title="Feeds" text="Incidents and maintenance for readers and programs.">
        <dl className="card-body share-list">
          {feeds.map(([name, place]) => (
            <div key={place}>
              <dt>{name}</dt>
              <dd>
                <Copyable text={`${address}/${place}`} label={`${name} URL`} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {page.export !== null && (
        <Card
          title="Static copy"
          text={
            page.export.exportedAt === null ? (
              "Not written yet."
            ) : (
              <>
                Last written <Ago at={page.export.exportedAt} />.
              </>
            )
          }
        >
          {page.export.lastFindings.length > 0 && (
            <p className="card-body refused">
              <Findings of={page.export.lastFindings} />
            </p>
          )}
        </Card>
      )}
    </>
  )
}

type BadgeProps = { name: string; src: string; url: string; to: string }

const OneBadge = ({ name, src, url, to }: BadgeProps) => (
  <div className="share-badge">
    <div className="row">
      <h3>{name}</h3>
      <img src={src} alt={`${name} badge`} height={20} />
    </div>
    <Copyable text={`[![${name}](${url})](${to})`} label={`${name} badge as Markdown`} />
    <Copyable
      text={`<a href="${to}"><img src="${url}" alt="${name}"></a>`}
      label={`${name} badge as HTML`}
    />
  </div>
)
