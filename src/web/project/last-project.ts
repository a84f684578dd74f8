const key = "watchkeeper.project"

/** Which project was on the screen last. Where storage is forbidden, none is remembered. */
export function lastProjectId(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is switched off: the first project will do.
    return null
  }
}

export function rememberProject(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // As above.
  }
}
