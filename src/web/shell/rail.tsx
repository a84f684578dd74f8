import { Link, type LinkProps } from "@tanstack/react-router"
import { useCounts, type Counts } from "../project/follow-counts.ts"
import type { Project } from "../project/project-context.ts"
import { Icon, Mark, type IconName } from "../ui/icon.tsx"
import { Kbd } from "../ui/kbd.tsx"
import { createChoice } from "../ui/browser-choice.ts"
import { openDialog } from "./dialogs.ts"
import { LineState } from "./offline-line.tsx"
import { sectionsFor } from "../layout/sections.ts"
import { useTabMark } from "./tab.ts"
import { ThemeSwitch } from "./theme-switch.tsx"
import { pagesOf } from "../project/pages.ts"

const rail = createChoice("watchkeeper.rail", ["wide", "narrow"])

/** Project, search and sections on the left; on a phone, a bar at the top and one at the bottom. */
export function Rail({ project }: { project: Project | null }) {
  const width = rail.use()
  const isNarrow = width === "narrow"
  return (
    <header className="rail" data-width={width}>
      <div className="rail-head">
        <Link className="rail-mark" to="/" aria-label="Watchkeeper">
          <Mark size={28} />
        </Link>
        <button type="button" className="rail-project" onClick={() => openDialog("projects")}>
          <span className="clip">{project?.name ?? "Choose a project"}</span>
          <span className="unseen"> Switch project</span>
          <Icon name="switch" size={16} />
        </button>
        <button type="button" className="rail-search" onClick={() => openDialog("palette")}>
          <Icon name="search" size={16} />
          <span className="rail-word">Search…</span>
          <span className="rail-keys" aria-hidden="true">
            <Kbd>Ctrl</Kbd>
            <Kbd>K</Kbd>
          </span>
        </button>
      </div>
      {project !== null && <ProjectNav project={project} />}
      <div className="rail-foot">
        <LineState />
        <nav className="rail-nav" aria-label="Your account">
          {project !== null && (
            <NavItem {...pagesOf(project.id).settings} icon="settings" label="Settings" isOnPhone />
          )}
          <NavItem to="/account" icon="account" label="You" />
        </nav>
        <div className="rail-tools">
          <ThemeSwitch />
          <button
            type="button"
            className="rail-tool"
            aria-label="Help"
            onClick={() => openDialog("help")}
          >
            <Icon name="help" size={16} />
          </button>
          <button
            type="button"
            className="rail-tool"
            aria-label={isNarrow ? "Expand the sidebar" : "Collapse the sidebar"}
            onClick={() => rail.set(isNarrow ? "wide" : "narrow")}
          >
            <Icon name={isNarrow ? "expand" : "collapse"} size={16} />
          </button>
        </div>
      </div>
    </header>
  )
}

function ProjectNav({ project }: { project: Project }) {
  const counts = useCounts(project.id)
  useTabMark(
    counts !== undefined && "offline" in counts ? counts.offline : 0,
    counts?.openIncidents ?? 0,
  )
  return (
    <nav className="rail-nav rail-sections" aria-label="Project">
      {sectionsFor(project).map(({ label, icon, to, count, onPhone, isExact }) => (
        <NavItem
          key={label}
          to={to}
          params={{ projectId: project.id }}
          activeOptions={{ exact: isExact === true, includeSearch: false }}
          icon={icon}
          label={label}
          isOnPhone={onPhone === true}
          count={openOf(counts, count)}
        />
      ))}
    </nav>
  )
}

const openOf = (counts: Counts | undefined, count?: (counts: Counts) => number): number =>
  counts === undefined || count === undefined ? 0 : count(counts)

type ItemProps = LinkProps & { icon: IconName; label: string; count?: number; isOnPhone?: boolean }

const NavItem = ({ icon, label, count = 0, isOnPhone = false, ...link }: ItemProps) => (
  <Link {...link} className="rail-item" data-phone={isOnPhone || undefined} title={label}>
    <Icon name={icon} />
    <span className="rail-word">{label}</span>
    {count > 0 && (
      <span className="rail-count">
        {count > 99 ? "99+" : count}
        <span className="unseen"> open</span>
      </span>
    )}
  </Link>
)
