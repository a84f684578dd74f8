import { createContext, use } from "react"

export type Project = { id: string; name: string; permissions: readonly string[] }

export const ProjectContext = createContext<Project | null>(null)

/** The project on the screen, and what the viewer may do in it. */
export function useProject() {
  const project = use(ProjectContext)
  if (project === null) throw new Error("outside of a project")
  return {
    ...project,
    may: (permission: string) => project.permissions.includes(permission),
    path: (rest: string) => `/projects/${project.id}/${rest}`,
  }
}
