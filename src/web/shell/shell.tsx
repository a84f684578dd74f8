import type { ReactNode } from "react"
import { useEffect, useRef } from "react"
import type { IconName } from "../part/icon.tsx"
import { Icon, Mark } from "../part/icon.tsx"
import type { Project } from "../project/context.ts"
import { useProjectLive } from "../project/live.tsx"
import { Link, NavLink } from "../router/link.tsx"
import { navigate, usePath } from "../router/route.ts"
import { LineState, Stale } from "./line.tsx"
import { useTabMark } from "./tab.ts"

type Props = { projects: Project[]; project: Project | null; children: ReactNode }

/** The frame around every page of a project: where one is, what is open, and whether the line is alive. */
export function Shell({ projects, project, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const path = usePath()
  const seen = useRef(path)
  // A new page begins at its beginning for those who read by ear or by keyboard, too.
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    if (document.activeElement === document.body || document.activeElement?.closest("a")) {
      main.current?.focus({ preventScroll: true })
    }
  }, [path])
  return (
    <div className="shell">
      <a className="skip button" href="#main">
        Skip to the content
      </a>
      <header className="side">
        <div className="side-head">
          <Link className="side-name" to="/" aria-label="Watchkeeper">
            <Mark /> <span>Watchkeeper</span>
          </Link>
          <ProjectSwitch projects={projects} current={project?.id ?? ""} />
          <LineState />
        </div>
        {project !== null && <ProjectNav project={project} />}
        <div className="side-foot">
          <nav className="side-nav" aria-label="Your account">
            <NavItem to="/account" icon="account" label="Account" />
          </nav>
        </div>
      </header>
      <div className="page">
        <Stale />
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function ProjectNav({ project }: { project: Project }) {
  const { incidents, alerts, monitors } = useProjectLive()
  useTabMark(monitors)
  const at = (rest: string) => `/projects/${project.id}/${rest}`
  return (
    <nav className="side-nav" aria-label="Project">
      <NavItem to={at("monitors")} icon="monitors" label="Monitors" />
      <NavItem
        to={at("incidents")}
        icon="incidents"
        label="Incidents"
        count={countOpen(incidents.values())}
      />
      <NavItem to={at("alerts")} icon="alerts" label="Alerts" count={countOpen(alerts.values())} />
      <NavItem to={at("on-call")} icon="onCall" label="On call" />
      <NavItem to={at("settings")} icon="settings" label="Settings" />
      <span className="only-phone">
        <NavItem to="/account" icon="account" label="Account" />
      </span>
    </nav>
  )
}

const countOpen = (rows: Iterable<{ resolvedAt: string | null }>): number =>
  [...rows].filter((row) => row.resolvedAt === null).length

const NavItem = ({
  to,
  icon,
  label,
  count = 0,
}: {
  to: string
  icon: IconName
  label: string
  count?: number
}) => (
  <NavLink to={to}>
    <Icon name={icon} /> {label}
    {count > 0 && (
      <span className="count">
        {count}
        <span className="unseen"> open</span>
      </span>
    )}
  </NavLink>
)

const ProjectSwitch = ({ projects, current }: { projects: Project[]; current: string }) => (
  <select
    className="project-switch"
    aria-label="Project"
    value={current}
    onChange={({ target }) =>
      navigate(target.value === "new" ? "/new-project" : `/projects/${target.value}/monitors`)
    }
  >
    {current === "" && <option value="">Choose a project</option>}
    {projects.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
    <option value="new">New project…</option>
  </select>
)
