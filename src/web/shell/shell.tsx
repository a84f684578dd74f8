import { Outlet } from "@tanstack/react-router"
import { Suspense, use, type ReactNode } from "react"
import { ProjectContext } from "../project/project-context.ts"
import { useDeletionsOnLeave } from "../live/delete-later.ts"
import { Toaster } from "../ui/toast.tsx"
import { useOpenDialog } from "./dialogs.ts"
import { useHeadingFocus } from "./focus-heading.ts"
import { useKeyboard } from "./keyboard.ts"
import { Stale } from "./offline-line.tsx"
import { Rail } from "./rail.tsx"
import { useScrollRestoration } from "./restore-scroll.ts"
import { Unreachable } from "./unreachable-banner.tsx"
import { lazyPart } from "../lazy-part.ts"

const Palette = lazyPart(() => import("./palette.tsx"), "Palette")
const ProjectPalette = lazyPart(() => import("./palette.tsx"), "ProjectPalette")
const UnreachedLine = lazyPart(() => import("./unreached-line.tsx"), "UnreachedLine")
const HelpDialog = lazyPart(() => import("./help-dialog.tsx"), "HelpDialog")
const RunAct = lazyPart(() => import("./palette.tsx"), "RunAct")

/** The frame of every project page: navigation, open incidents and the state of the connection. */
export function Shell(): ReactNode {
  const project = use(ProjectContext)
  useHeadingFocus()
  useScrollRestoration()
  useKeyboard(project)
  useDeletionsOnLeave()
  return (
    <div className="shell">
      <a className="skip button" href="#main">
        Skip to content
      </a>
      <Rail key={project?.id ?? ""} project={project} />
      <div className="page">
        <Stale />
        {project !== null && (
          <>
            <Unreachable key={project.id} />
            <Suspense>
              <UnreachedLine />
            </Suspense>
          </>
        )}
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        <OverEveryPage />
      </Suspense>
      <Toaster />
    </div>
  )
}

function OverEveryPage() {
  const dialog = useOpenDialog()
  if (dialog === "palette") return <Palette />
  if (dialog === "projects") return <ProjectPalette />
  if (dialog === "help") return <HelpDialog />
  return dialog && <RunAct {...dialog} />
}
