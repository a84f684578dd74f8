const key = "watchkeeper.project"

/** The project shown last; not stored if storage is forbidden. */
export function lastProjectId(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is disabled: use the first project.
    return null
  }
}

export function rememberProject(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Storage is disabled.
  }
}
