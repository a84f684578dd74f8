/** A monitor being converted. Paths are relative to it and name the member that a note is about. */
export type Item = {
  name: string
  lossy(detail: string, ...path: (string | number)[]): void
}

export type Dropped = { dropped: string; path: (string | number)[] }

/** @param reason should name a remedy if there is one. */
export const drop = (reason: string, ...path: (string | number)[]): Dropped => ({
  dropped: reason,
  path,
})
export const isDropped = (fate: object): fate is Dropped => "dropped" in fate
