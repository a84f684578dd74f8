import { Link, type LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import {
  dependentsIn,
  DependentsOfMonitor,
  type Dependents,
} from "../monitor/dependents-documents.ts"
import type { MonitorWhole } from "../monitor/monitor-documents.ts"
import { conditionOf } from "../monitor/monitor-messages.ts"
import { useProject } from "../project/project-context.ts"
import { Card } from "../ui/card.tsx"
import { Missing } from "../ui/empty.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { DayAndTime } from "../ui/time.tsx"
import "./dependents.css"

/** What a monitor depends on and what depends on it. */
export function DependentsCard({ monitor }: { monitor: MonitorWhole }) {
  const { id: projectId, may, pages } = useProject()
  const { id, parent, onCallPolicy } = monitor
  const { data, error, again } = useRead(DependentsOfMonitor, { projectId, id, ids: [id] })
  return (
    <Card title="Dependencies">
      <Missing error={error} onAgain={again} />
      {data !== undefined && (
        <dl className="dependents">
          {parent !== null && (
            <Kind name="Depends on">
              <Item link={pages.monitor(parent.id)} mark={<Icon name="monitors" size={16} />}>
                {parent.name}
              </Item>
            </Kind>
          )}
          {may("on_call:read") && (
            <Kind name="Pages by">
              <Item
                link={onCallPolicy ? pages.policy(onCallPolicy.id) : pages.policies}
                mark={<Icon name="onCall" size={16} />}
              >
                {onCallPolicy?.name ?? "The default policy"}
              </Item>
            </Kind>
          )}
          <DependentKinds of={dependentsIn(data)} />
        </dl>
      )}
    </Card>
  )
}

/** The kinds of dependents that there are. */
export function DependentKinds({ of }: { of: Dependents }) {
  const { id: projectId, pages } = useProject()
  const { children, slos, statusPages, maintenances } = of
  return (
    <>
      {children.length > 0 && (
        <Kind name="Monitors that depend on it">
          {children.map((child) => (
            <Item
              key={child.id}
              link={pages.monitor(child.id)}
              mark={<Glyph mood={conditionOf(child).mood} />}
            >
              {child.name}
            </Item>
          ))}
        </Kind>
      )}
      {slos.length > 0 && (
        <Kind name="SLOs">
          {slos.map(({ id, name, targetPercent, windowDays }) => (
            <Item
              key={id}
              link={pages.slo(id)}
              mark={<Icon name="slos" size={16} />}
              more={`${targetPercent} % in ${windowDays} days`}
            >
              {name}
            </Item>
          ))}
        </Kind>
      )}
      {statusPages.length > 0 && (
        <Kind name="Status pages that show it">
          {statusPages.map(({ id, name, isPublic }) => (
            <Item
              key={id}
              link={{
                to: "/projects/$projectId/status-pages/$pageId/{-$tab}",
                params: { projectId, pageId: id },
              }}
              mark={<Icon name="status" size={16} />}
              more={isPublic ? "Public" : "Private"}
            >
              {name}
            </Item>
          ))}
        </Kind>
      )}
      {maintenances.length > 0 && (
        <Kind name="Maintenance">
          {maintenances.map(({ id, title, startsAt }) => (
            <Item
              key={id}
              link={pages.maintenance(id)}
              mark={<Icon name="maintenance" size={16} />}
              more={<DayAndTime at={startsAt} />}
            >
              {title}
            </Item>
          ))}
        </Kind>
      )}
    </>
  )
}

const Kind = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <ul>{children}</ul>
    </dd>
  </div>
)

type ItemProps = { link: LinkProps; mark: ReactNode; more?: ReactNode; children: ReactNode }

const Item = ({ link, mark, more, children }: ItemProps) => (
  <li>
    {mark}
    <Link className="clip" {...link}>
      {children}
    </Link>
    {more !== undefined && <span className="muted small">{more}</span>}
  </li>
)
