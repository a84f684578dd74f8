import { Navigate, Outlet, useLocation, useParams } from "@tanstack/react-router"
import { Suspense, useEffect, type ReactNode } from "react"
import { LoadingShell } from "../ui/loading-shell.tsx"
import { maySee, sectionOf } from "../layout/sections.ts"
import { useRead } from "../live/live-read.ts"
import { setPermissions } from "../live/permitted.ts"
import { useSession } from "../sign-in/session.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty, Failed } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { lastProjectId, rememberProject } from "../project/last-project.ts"
import { ProjectContext, ProjectsContext, useProjects } from "../project/project-context.ts"
import { MyProjects } from "../project/project-documents.ts"
import { lazyPart } from "../lazy-part.ts"
import { pagesOf } from "../project/pages.ts"

/** Who is signed in does not load it. */
const PageAccess = lazyPart(() => import("../sign-in/sign-in-page.tsx"), "PageAccess")

const NewProject = lazyPart(() => import("../project/create-project.tsx"), "NewProject")

const NoAccess = lazyPart(() => import("../project/no-access.tsx"), "NoAccess")

const SecondFactorPage = lazyPart(() => import("./second-factor-page.tsx"), "SecondFactorPage")

/** Reads who is signed in before any page, then finds the project in the URL. */
export function Home(): ReactNode {
  const session = useSession()
  if (session.state === "signed-in") return <SignedIn />
  return (
    <Suspense fallback={<LoadingShell />}>
      <PageAccess />
    </Suspense>
  )
}

function SignedIn() {
  const { data, error, isFirst, again } = useRead(MyProjects, {})
  const { projectId } = useParams({ strict: false })
  const isAccount = useLocation({ select: ({ pathname }) => /^\/account(\/|$)/.test(pathname) })
  const projects = data?.projects.edges.map(({ node }) => node) ?? []
  const project =
    projects.find(({ id }) => id === projectId) ??
    (projectId === undefined
      ? (projects.find(({ id }) => id === lastProjectId()) ?? projects[0])
      : undefined)
  const id = project?.id
  // Before any page below asks for something.
  setPermissions(project?.permissions ?? [])
  useEffect(() => {
    if (id !== undefined) rememberProject(id)
  }, [id])

  if (isFirst) return <LoadingShell />
  if (error !== null && data === undefined) {
    return (
      <main className="gate">
        <h1 className="unseen">Watchkeeper</h1>
        <Failed message={error} onAgain={again} />
      </main>
    )
  }
  return (
    <ProjectsContext value={projects}>
      <ProjectContext value={project === undefined || project.needsTwoFactor ? null : project}>
        {projects.length === 0 && !isAccount ? (
          <Suspense fallback={<LoadingShell />}>
            <NewProject />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </ProjectContext>
    </ProjectsContext>
  )
}

/** The page of the project in the URL, if the viewer is a member. */
export function ProjectOutlet(): ReactNode {
  const { projectId } = useParams({ from: "/signed-in/frame/projects/$projectId" })
  const project = useProjects().find(({ id }) => id === projectId)
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) })
  if (project === undefined) return <ProjectPageNotFound />
  if (project.needsTwoFactor) return <SecondFactorPage name={project.name} />
  return section === undefined || maySee(project, section) ? <Outlet /> : <NoAccess {...section} />
}

export function ToLastProject(): ReactNode {
  const projects = useProjects()
  const last = projects.find(({ id }) => id === lastProjectId()) ?? projects[0]
  return last === undefined ? null : <Navigate {...pagesOf(last.id).overview} replace />
}

export function ProjectPageNotFound(): ReactNode {
  useTitle("Page not found")
  return (
    <>
      <h1>Page not found</h1>
      <Empty title="Nothing at this URL">
        <p>It may have been deleted, or it belongs to a project you are not a member of.</p>
        <ButtonLink to="/">Go to the overview</ButtonLink>
      </Empty>
    </>
  )
}
