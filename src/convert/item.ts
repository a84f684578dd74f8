/** One monitor of the export on its way. Paths lead from it to the member that a note is about. */
export type Item = {
  name: string
  lossy(detail: string, ...path: (string | number)[]): void
}

export type Dropped = { dropped: string; path: (string | number)[] }

/** @param reason says what would help where something would. */
export const drop = (reason: string, ...path: (string | number)[]): Dropped => ({
  dropped: reason,
  path,
})
export const isDropped = (fate: object): fate is Dropped => "dropped" in fate
