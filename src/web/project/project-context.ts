import { createContext, use } from "react"
import { pagesOf } from "./pages.ts"

export type Project = {
  id: string
  name: string
  permissions: readonly string[]
  /** Then nothing that is about the whole project can be changed or reported on. */
  isLimitedToLabels: boolean
  requiresTwoFactor: boolean
  /** Only the page that asks for the second factor can be shown. */
  needsTwoFactor: boolean
}

/** The viewer's projects. */
export const ProjectsContext = createContext<readonly Project[]>([])
export const useProjects = (): readonly Project[] => use(ProjectsContext)

/** The project in the URL; on pages outside a project the last one, or null. */
export const ProjectContext = createContext<Project | null>(null)

/** The current project and the viewer's permissions in it. */
export function useProject() {
  const project = use(ProjectContext)
  if (project === null) throw new Error("outside of a project")
  const may = (permission: string) => project.permissions.includes(permission)
  return {
    ...project,
    may,
    get pages() {
      return pagesOf(project.id)
    },
    /** The same for what is about the whole project, which limited access does not include. */
    mayWhole: (permission: string) => may(permission) && !project.isLimitedToLabels,
  }
}
