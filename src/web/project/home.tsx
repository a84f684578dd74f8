import { useEffect } from "react"
import { AlertList } from "../alert/list.tsx"
import { Account } from "../account/page.tsx"
import { IncidentList } from "../incident/list.tsx"
import { IncidentPage } from "../incident/page.tsx"
import { useRead } from "../live/read.ts"
import { AddMonitor } from "../monitor/add.tsx"
import { EditMonitor } from "../monitor/edit.tsx"
import { MonitorList } from "../monitor/list.tsx"
import { MonitorPage } from "../monitor/page.tsx"
import { OnCallPage } from "../on-call/page.tsx"
import { ButtonLink } from "../part/button.tsx"
import { Empty, Failed } from "../part/empty.tsx"
import { match, navigate, usePath } from "../router/route.ts"
import { Shell } from "../shell/shell.tsx"
import type { Project } from "./context.ts"
import { ProjectContext } from "./context.ts"
import { NewProject } from "./create.tsx"
import { MyProjects } from "./documents.ts"
import { lastProjectId, rememberProject } from "./last.ts"
import { ProjectLiveProvider } from "./live.tsx"
import { Settings } from "./settings.tsx"

/** Everything behind the door: finds the project that the address names and shows the page in it. */
export function Home() {
  const path = usePath()
  const { data, error, isFirst, again } = useRead(MyProjects, {})
  const projects = data?.projects.edges.map(({ node }) => node) ?? []
  const named = /^\/projects\/([^/]+)/.exec(path)?.[1]
  const project =
    projects.find(({ id }) => id === named) ??
    (named === undefined
      ? (projects.find(({ id }) => id === lastProjectId()) ?? projects[0])
      : null)

  useEffect(() => {
    if (project && path === "/") navigate(`/projects/${project.id}/monitors`, { replace: true })
    if (project) rememberProject(project.id)
  }, [project, path])

  if (isFirst) return <div className="gate" />
  if (error !== null && data === undefined) {
    return (
      <main className="gate">
        <Failed message={error} onAgain={again} />
      </main>
    )
  }
  const refresh = () => again()
  if (path === "/new-project" || (projects.length === 0 && path !== "/account")) {
    return <NewProject isFirst={projects.length === 0} onMade={refresh} />
  }
  if (!project) {
    return (
      <Shell projects={projects} project={null}>
        {path === "/account" ? <Account /> : <NotHere to="/" />}
      </Shell>
    )
  }
  return (
    <ProjectContext value={project}>
      <ProjectLiveProvider key={project.id} projectId={project.id}>
        <Shell projects={projects} project={project}>
          {path === "/account" ? <Account /> : <ProjectPage path={path} project={project} />}
        </Shell>
      </ProjectLiveProvider>
    </ProjectContext>
  )
}

function ProjectPage({ path, project }: { path: string; project: Project }) {
  if (path === "/") return null
  if (match("/projects/:project/monitors", path)) return <MonitorList />
  if (match("/projects/:project/monitors/new", path)) return <AddMonitor />
  const edited = match("/projects/:project/monitors/:id/edit", path)
  if (edited) return <EditMonitor key={edited.id} id={edited.id} />
  const monitor = match("/projects/:project/monitors/:id", path)
  if (monitor) return <MonitorPage key={monitor.id} id={monitor.id} />
  if (match("/projects/:project/incidents", path)) return <IncidentList />
  const incident = match("/projects/:project/incidents/:id", path)
  if (incident) return <IncidentPage key={incident.id} id={incident.id} />
  if (match("/projects/:project/alerts", path)) return <AlertList />
  if (match("/projects/:project/on-call", path)) return <OnCallPage />
  if (match("/projects/:project/settings", path)) return <Settings />
  return <NotHere to={`/projects/${project.id}/monitors`} />
}

const NotHere = ({ to }: { to: string }) => (
  <>
    <h1>There is nothing here</h1>
    <Empty title="This address leads nowhere">
      <p>It may have been deleted, or belong to a project that you are no member of.</p>
      <ButtonLink to={to}>Go to the monitors</ButtonLink>
    </Empty>
  </>
)
